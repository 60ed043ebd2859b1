// Python as a page starts it: nothing is imported from the folder that happens to be current, a reader's own.
import { loadPyodide as load } from "./pyodide.mjs";

export async function loadPyodide(options) {
  const python = await load(options);
  python.runPython("import sys; sys.path.remove('')");
  return python;
}
