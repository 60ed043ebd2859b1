// What a notebook shows when it is opened again.
//
// JupyterLab looks a saved widget up by the number of its model, and says "model not found" once its kernel has
// ended. A widget of the kit saves a still picture (text/html) beside that number. Here the picture is shown
// first, then the widget itself if its kernel still runs. A trusted lesson whose widgets are gone runs itself: when
// it is opened, and when somebody comes back to it after the server has ended its idle kernel. A page that shows how
// far one has come ("again") runs whenever it is shown.
//
// There is no build: the container at the end is all that JupyterLab asks of an extension.
(() => {
  const VIEW = "application/vnd.jupyter.widget-view+json";
  const STILL = "text/html";
  const NARROW = window.matchMedia("(max-width: 600px)");

  // A lesson folds its code away. On paper it is a page of its own: its frame lets it flow, and stays behind.
  const STYLE = `
    @font-face { font-family: "pz8 dice"; src: local("DejaVu Sans"), local("DejaVuSans"), local("Segoe UI Symbol"), local("Apple Symbols"), local("Noto Sans Symbols 2"), local("Noto Sans Symbols2"); unicode-range: U+2680-2685; size-adjust: 150%; }
    .pz8-lesson .jp-InputPlaceholder > .jp-Placeholder-content { background: none; border-color: transparent; }
    .pz8-lesson .jp-InputPlaceholder .jp-PlaceholderText { font-size: 0; }
    .pz8-lesson .jp-InputPlaceholder .jp-PlaceholderText::before {
      content: "show the code"; font: var(--jp-ui-font-size1) var(--jp-ui-font-family);
    }
    .pz8-lesson .jp-InputPlaceholder .jp-MoreHorizIcon { display: none; }
    body.pz8-room { --pz8-room: #f6f8fa; --pz8-room-ink: #1f2933; --pz8-room-quiet: #586675; --pz8-room-edge: #d5dce3; --pz8-room-card: #fff; --pz8-room-link: #0067a3; }
    body.pz8-room[data-jp-theme-light="false"] { --pz8-room: #151b21; --pz8-room-ink: #e8edf2; --pz8-room-quiet: #a9b6c2; --pz8-room-edge: #3c4854; --pz8-room-card: #1f2730; --pz8-room-link: #6cbdf0; }
    .pz8-room .pz8-lesson :is(.jp-CodeCell:has(.pz8-uncounted), .jp-MarkdownCell:has(+ .jp-CodeCell .pz8-uncounted)) { display: none !important; }
    .pz8-room :is(#jp-main-dock-panel, .lm-DockPanel-tabBar, .lm-DockPanel-tabBar .lm-TabBar-content) { background: var(--pz8-room); border-color: transparent; }
    .pz8-room #jp-main-dock-panel { padding: 0; > .lm-DockPanel-widget { border: 0; } }
    .pz8-room .lm-DockPanel-tabBar {
      .lm-TabBar-tab { background: none !important; border-color: transparent; color: var(--pz8-room-quiet); &::before, &::after { display: none; } }
      .lm-mod-current { color: var(--pz8-room-ink); box-shadow: inset 0 -2px var(--pz8-room-ink); }
      .lm-TabBar-addButton { display: none; }
    }
    .pz8-room .pz8-lesson {
      :is(.jp-InputPlaceholder, .jp-InputPrompt, .jp-OutputPrompt, .jp-OutputArea-promptOverlay, .jp-Collapser, .jp-cell-toolbar, .jp-Notebook-footer, .jp-Toolbar) {
        display: none !important;
      }
      .jp-Cell { border-color: transparent !important; box-shadow: none !important; max-width: 1180px; margin-inline: auto; }
      .jp-Notebook { padding-top: 4px; }
      &, .jp-Notebook, .jp-Cell, .jp-OutputArea, .jp-WindowedPanel-outer { background: var(--pz8-room); }
      .jp-OutputArea-output > .pz8, .jp-OutputArea-output > * > .pz8 { padding: 0; border-radius: 0; background: none; }
      .jp-MarkdownOutput {
        display: flow-root; border: 0 !important; padding-inline: 0; color: var(--pz8-room-ink); font: 15.5px/1.6 "pz8 dice", Inter, "DejaVu Sans", "Segoe UI", Roboto, Helvetica, Arial, sans-serif;
        > :is(p, ul, ol) { max-width: 42em; margin-block: 0 .7em; }
        > :is(h1, h2, h3) { font-weight: 700; line-height: 1.2; letter-spacing: -.01em; color: inherit; border: 0; }
        > h1 { font-size: 30px; margin: 18px 0 8px; } > h2 { font-size: 21px; margin: 16px 0 6px; } > h3 { font-size: 17px; margin: 18px 0 6px; }
        > table { margin-left: 0; background: var(--pz8-room-card); border: 1px solid var(--pz8-room-edge); border-radius: 10px; border-collapse: separate; border-spacing: 0; overflow: hidden; font-size: 14px; :is(th, td) { padding: 6px 14px; } code { overflow-wrap: anywhere; } }
        > pre { margin: 0 0 10px; padding: 8px 12px; border: 1px solid var(--pz8-room-edge); border-radius: 8px; background: var(--pz8-room-card); font-size: 12.5px; line-height: 1.45; > code { font-size: inherit; background: none; } }
        a { color: var(--pz8-room-link); }
        > h1 + p:has(> strong:first-child), > p:has(> strong:first-child):has(+ p > em:first-child) { color: var(--pz8-room-quiet); font-size: 13.5px; max-width: none; margin-bottom: 1em; + p:has(> em:first-child) { color: var(--pz8-room-quiet); font-size: 14px; border-left: 3px solid var(--pz8-room-edge); padding-left: 14px; margin-bottom: 1.1em; max-width: 46em; } }
        > h1 + p:has(> strong:first-child) + p:has(> em:first-child) { @media (min-width: 1000px) { float: right; width: clamp(280px, 33%, 392px); margin: 0 0 8px 36px; } }
      }
      .jp-Cell:last-child .jp-MarkdownOutput > p:last-child:has(> a + a) {
        display: flex; flex-flow: row wrap; gap: 8px; align-items: center; font-size: 0; margin: 14px 0 28px; max-width: none;
        > a { font-size: 14px; padding: 8px 16px; border: 1px solid var(--pz8-room-edge); border-radius: 8px; background: var(--pz8-room-card); color: var(--pz8-room-ink); text-decoration: none; }
        > a:last-child { background: var(--pz8-room-ink); border-color: var(--pz8-room-ink); color: var(--pz8-room); font-weight: 600; }
        > a:hover { border-color: var(--pz8-room-ink); }
      }
      @media screen and (min-width: 1160px) {
        .jp-MarkdownOutput:has(> h3 ~ h3 ~ h3 ~ h3 ~ h3 ~ h3) { display: block; columns: 3; column-gap: 36px; > :is(h1, h2) { column-span: all; } > h2 + h3 { margin-top: 0; } > h3 { break-after: avoid; } > p { break-inside: avoid; } > h1 ~ p:not(h2 ~ p) { column-span: all; } }
        .jp-CodeCell:has(> .jp-Cell-inputWrapper .jp-InputArea:not(.lm-mod-hidden)):has(> .jp-Cell-outputWrapper .jp-OutputArea-child) {
          padding: 10px 12px; border: 1px solid var(--pz8-room-edge) !important; border-radius: 12px; background: var(--pz8-room-card); margin-bottom: 12px;
          :is(.jp-OutputArea, .jp-OutputArea-output) { background: none; } .cm-content { font-size: 12.2px; white-space: pre-wrap; flex-shrink: 1; min-width: 0; }
          &:not(:has(.jp-OutputArea-output :is(img, svg, .pz8))) {
            display: grid; gap: 0 24px; align-items: start; grid-template-columns: minmax(0, 1fr) 416px; > :not(.jp-Cell-inputWrapper, .jp-Cell-outputWrapper) { grid-column: 1 / -1; } > .jp-Cell-outputWrapper { min-width: 0; margin: 0; }
            .pz8-figures { margin: 0; :is(th, td) { white-space: nowrap; padding: 3px 7px; } thead div { width: 124px !important; } }
          }
        }
      }
      &[style*="--pz8-world"] .jp-Cell:first-child .jp-MarkdownOutput:has(> h1) {
        background: var(--pz8-world) 0 14px / 68px no-repeat;
        > h1, > h1 + p:has(> strong:first-child) { padding-left: 84px; } > h1 { min-height: 36px; } > h1 + p:has(> strong:first-child) { min-height: 34px; }
        > h1:not(:has(+ p > strong:first-child)) { min-height: 68px; display: flex; align-items: center; margin-top: 14px; }
        @media (max-width: 600px) { background-size: 52px; > h1, > h1 + p:has(> strong:first-child) { padding-left: 64px; } > h1 { font-size: 25px; } }
      }
    }
    .pz8-workshop {
      position: fixed; top: 6px; right: 22px; z-index: 20; padding: 3px 10px; border: 1px solid var(--jp-border-color1);
      border-radius: 6px; background: var(--jp-layout-color1); color: var(--jp-ui-font-color2); font: 12px var(--jp-ui-font-family);
      cursor: pointer;
    }
    .pz8-workshop:focus-visible { outline: 2px solid #0072b2; outline-offset: 2px; }
    @media print {
      .pz8-workshop { display: none; }
      body.pz8-room, body.pz8-room[data-jp-theme-light="false"] { --pz8-room: #fff; --pz8-room-ink: #1f2933; --pz8-room-quiet: #3c4957; --pz8-room-card: #fff; --pz8-room-link: #1f2933; background: #fff; }
      .pz8-room .pz8-lesson .jp-Cell:first-child .jp-MarkdownOutput { print-color-adjust: exact; }
      .pz8-room .pz8-lesson .jp-Cell:last-child .jp-MarkdownOutput > p:last-child:has(> a + a) { display: none; }
      .pz8-lesson .jp-MarkdownOutput > :is(h1, h2, h3) { break-after: avoid; }
    }
    @media (max-width: 600px) {
      .pz8-lesson :is(.jp-InputPrompt, .jp-OutputPrompt, .jp-OutputArea-promptOverlay, .jp-Collapser) { display: none; }
    }
    @media print {
      body:has(.pz8-lesson:not(.lm-mod-hidden)) {
        :is(&, *:has(.pz8-lesson:not(.lm-mod-hidden)), .pz8-lesson, .pz8-lesson *:has(.jp-Cell), .jp-Cell) {
          display: block !important; position: static !important; overflow: visible !important;
          width: auto !important; height: auto !important; min-height: 0 !important; max-height: none !important;
          contain: none !important; content-visibility: visible !important;
        }
        :is(#jp-top-panel, #jp-menu-panel, #jp-bottom-panel, .jp-SideBar, .lm-DockPanel-tabBar, .lm-TabBar),
        .pz8-lesson :is(.jp-Toolbar, .jp-InputPlaceholder, .jp-InputPrompt, .jp-OutputPrompt, .jp-Notebook-footer, .jp-MarkdownCell:has(+ .jp-CodeCell .pz8-uncounted)) {
          display: none !important;
        }
      }
    }
  `;

  // What stands before the title of a lesson that is of no one book.
  const DIE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-35 -35 70 70" stroke="#1f2933" stroke-width="1.9"><circle r="34" fill="#e9eef2" stroke="none"/>
    <rect x="-15" y="-15" width="32" height="32" rx="6" fill="#c9d6df" stroke="none"/><rect x="-17" y="-17" width="32" height="32" rx="6" fill="none"/>
    <path d="M-9 -9h0M7 7h0M-1 -1h0M7 -9h0M-9 7h0" stroke-width="6" stroke-linecap="round"/></svg>`;

  const codeCells = (notebook) => notebook.widgets.filter((cell) => cell.model.type === "code");

  /** The saved widgets that have a still picture: where they lie, and what was saved. */
  const savedWidgets = (notebook) =>
    codeCells(notebook).flatMap(({ model: { outputs } }) =>
      Array.from({ length: outputs.length }, (_, place) => ({ outputs, place, saved: outputs.get(place).toJSON() })).filter(
        ({ saved }) => saved.data?.[VIEW] && saved.data[STILL],
      ),
    );

  const standStill = ({ outputs, place, saved }) => {
    const { [VIEW]: _, ...data } = saved.data;
    outputs.set(place, { ...saved, data });
  };

  const revive = ({ outputs, place, saved }) => outputs.set(place, saved);

  /** Has the kernel of a notebook ended? */
  const ended = ({ sessionContext: { session } }) => !session?.kernel || session.kernel.status === "dead";

  async function runLesson(panel, context, notebookModule) {
    const cells = codeCells(panel.content);
    if (!cells.every((cell) => cell.model.trusted)) return;
    if (ended(context)) {
      // Cells that run without a kernel would each start one.
      await context.sessionContext.startKernel();
      await context.sessionContext.session?.kernel?.info;
    }
    const { NotebookActions } = await notebookModule();
    await NotebookActions.runCells(panel.content, cells, context.sessionContext);
    // The file now knows the widgets of this kernel: when the page is loaded again, it finds them.
    if (context.contentsModel?.writable) await context.save();
  }

  const KEPT = "pz8edu:workshop";
  const hidden = [];
  const around = [];
  let workshop = localStorage.getItem(KEPT) === "yes";

  /** The areas round the main one: the menus, and the bar at the foot. */
  const areas = (shell) => ["top", "menu", "bottom"].flatMap((area) => [...new Set([...shell.widgets(area)].map(({ parent }) => parent))]);

  /** A lesson that runs by itself is a room without JupyterLab, until somebody opens the workshop. On a narrow screen
   * any lesson has the whole width. What was put away comes back. */
  function giveRoom(shell) {
    const shown = shell.currentWidget;
    const runs = shown?.node.classList.contains("pz8-runs");
    const room = Boolean(runs && !workshop);
    document.body.classList.toggle("pz8-room", room);
    button.hidden = !runs;
    button.textContent = workshop ? "Leave the workshop" : "Workshop";
    button.title = workshop ? "Back to the lesson alone" : "Menus, files, cells and the code";
    for (const area of around.splice(0)) area.show();
    if (room) {
      for (const area of areas(shell)) {
        if (!area?.isVisible) continue;
        area.hide();
        around.push(area);
      }
    }
    if (room || (NARROW.matches && document.querySelector(".pz8-lesson"))) {
      shell.collapseLeft();
      shell.collapseRight();
      for (const side of ["left", "right"].filter((each) => shell.isSideTabBarVisible(each))) {
        shell.toggleSideTabBarVisibility(side);
        hidden.push(side);
      }
    } else {
      for (const side of hidden.splice(0)) if (!shell.isSideTabBarVisible(side)) shell.toggleSideTabBarVisibility(side);
    }
    if (runs) shown.toolbar?.setHidden(room);
  }

  const button = Object.assign(document.createElement("button"), { className: "pz8-workshop", type: "button", hidden: true });

  async function visit(panel, context, notebookModule, shell) {
    await context.ready;
    const notebook = panel.content;
    const { lesson = false, again = false, world } = notebook.model.getMetadata("pz8edu") ?? {};
    panel.toggleClass("pz8-lesson", lesson);
    if (lesson && !again) panel.node.style.setProperty("--pz8-world", `url("data:image/svg+xml,${encodeURIComponent(world || DIE)}")`);
    panel.toggleClass("pz8-runs", lesson && codeCells(notebook).every((cell) => cell.model.trusted));
    giveRoom(shell);
    const widgets = savedWidgets(notebook);
    widgets.forEach(standStill);
    await context.sessionContext.ready;
    const kernel = context.sessionContext.session?.kernel;
    if (!kernel) return;
    // A kernel in the browser ends with its page, and does not answer before it has run a lesson: it is not asked.
    const within = document.querySelector("[data-jupyter-lite-root]");
    const { comms } = widgets.length && !within ? (await kernel.requestCommInfo({ target_name: "jupyter.widget" })).content : { comms: {} };
    if (panel.isDisposed) return;
    const alive = widgets.filter(({ saved }) => saved.data[VIEW].model_id in comms);
    alive.forEach(revive);
    if (lesson && (again || !alive.length)) await runLesson(panel, context, notebookModule);
  }

  /** Run a lesson again when somebody comes back to it and its kernel has ended, or when it is a page to be run again. */
  function comeBack(app, panel, context, first, notebookModule) {
    let running = first;
    const back = async (shown) => {
      await running;
      if (panel.isDisposed) return;
      const { lesson, again } = panel.content.model.getMetadata("pz8edu") ?? {};
      if (lesson && (ended(context) || (shown && again))) await runLesson(panel, context, notebookModule);
    };
    let queued = false;
    const come = (shown) => {
      if (queued) return;
      queued = true;
      running = back(shown).catch(console.error).finally(() => (queued = false));
    };
    const turned = (_, { newValue }) => newValue === panel && come(true);
    const touched = () => ended(context) && come(false);
    app.shell.currentChanged?.connect(turned);
    panel.node.addEventListener("pointerdown", touched, true);
    panel.node.addEventListener("keydown", touched, true);
    panel.disposed.connect(() => app.shell.currentChanged?.disconnect(turned));
  }

  const plugin = (shared) => ({
    id: "pz8edu:visits",
    autoStart: true,
    activate(app) {
      document.head.appendChild(document.createElement("style")).textContent = STYLE;
      document.body.append(button);
      button.addEventListener("click", () => {
        workshop = !workshop;
        localStorage.setItem(KEPT, workshop ? "yes" : "no");
        giveRoom(app.shell);
      });
      NARROW.addEventListener("change", () => giveRoom(app.shell));
      app.shell.currentChanged?.connect(() => giveRoom(app.shell));
      app.shell.modeChanged?.connect(() => giveRoom(app.shell));
      const notebookModule = async () => (await Object.values(shared["@jupyterlab/notebook"])[0].get())();
      app.docRegistry.addWidgetExtension("Notebook", {
        createNew: (panel, context) => {
          const first = visit(panel, context, notebookModule, app.shell).catch(console.error);
          first.then(() => panel.isDisposed || comeBack(app, panel, context, first, notebookModule));
        },
      });
    },
  });

  let shared;
  (window._JUPYTERLAB ??= {}).pz8edu = {
    init: (scope) => void (shared = scope),
    get: async () => () => plugin(shared),
  };
})();
