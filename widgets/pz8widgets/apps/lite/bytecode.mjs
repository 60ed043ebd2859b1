// Compiles the packages of a folder with the Python of the browser: node bytecode.mjs RUNTIME PROGRAM FOLDER NAME…
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [runtime, program, folder, ...withSources] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${runtime}/` });
python.FS.mkdirTree("/folder");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/folder");
python.runPython(readFileSync(program, "utf8"));
python.globals.get("compile_all")("/folder", python.toPy(withSources));
