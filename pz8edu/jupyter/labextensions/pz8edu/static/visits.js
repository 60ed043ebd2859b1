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
    .pz8-lesson .jp-InputPlaceholder > .jp-Placeholder-content { background: none; border-color: transparent; }
    .pz8-lesson .jp-InputPlaceholder .jp-PlaceholderText { font-size: 0; }
    .pz8-lesson .jp-InputPlaceholder .jp-PlaceholderText::before {
      content: "show the code"; font: var(--jp-ui-font-size1) var(--jp-ui-font-family);
    }
    .pz8-lesson .jp-InputPlaceholder .jp-MoreHorizIcon { display: none; }
    .pz8-room .pz8-lesson {
      :is(.jp-InputPlaceholder, .jp-InputPrompt, .jp-OutputPrompt, .jp-Collapser, .jp-cell-toolbar, .jp-Notebook-footer, .jp-Toolbar) {
        display: none !important;
      }
      .jp-Cell { border-color: transparent !important; box-shadow: none !important; max-width: 1180px; margin-inline: auto; }
      .jp-MarkdownOutput { border: 0 !important; }
      .jp-MarkdownOutput > :is(p, ul, ol) { max-width: 46em; }
      .jp-MarkdownOutput > table { margin-left: 0; }
      .jp-Notebook { padding-top: 4px; }
    }
    .pz8-workshop {
      position: fixed; top: 6px; right: 22px; z-index: 20; padding: 3px 10px; border: 1px solid var(--jp-border-color1);
      border-radius: 6px; background: var(--jp-layout-color1); color: var(--jp-ui-font-color2); font: 12px var(--jp-ui-font-family);
      cursor: pointer;
    }
    .pz8-workshop:focus-visible { outline: 2px solid #0072b2; outline-offset: 2px; }
    @media print { .pz8-workshop { display: none; } }
    @media (max-width: 600px) {
      .pz8-lesson :is(.jp-InputPrompt, .jp-OutputPrompt, .jp-Collapser) { display: none; }
    }
    @media print {
      body:has(.pz8-lesson:not(.lm-mod-hidden)) {
        :is(&, *:has(.pz8-lesson:not(.lm-mod-hidden)), .pz8-lesson, .pz8-lesson *:has(.jp-Cell), .jp-Cell) {
          display: block !important; position: static !important; overflow: visible !important;
          width: auto !important; height: auto !important; min-height: 0 !important; max-height: none !important;
          contain: none !important; content-visibility: visible !important;
        }
        :is(#jp-top-panel, #jp-menu-panel, #jp-bottom-panel, .jp-SideBar, .lm-DockPanel-tabBar, .lm-TabBar),
        .pz8-lesson :is(.jp-Toolbar, .jp-InputPlaceholder, .jp-InputPrompt, .jp-OutputPrompt, .jp-Notebook-footer) {
          display: none !important;
        }
      }
    }
  `;

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
    const { lesson = false, again = false } = notebook.model.getMetadata("pz8edu") ?? {};
    panel.toggleClass("pz8-lesson", lesson);
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
