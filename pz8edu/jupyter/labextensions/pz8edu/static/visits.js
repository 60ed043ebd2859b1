// What a notebook shows when it is opened again.
//
// JupyterLab looks a saved widget up by the number of its model, and says "model not found" once its kernel has
// ended. A widget of the kit saves a still picture (text/html) beside that number. Here the picture is shown
// first, then the widget itself if its kernel still runs. A trusted lesson whose widgets are gone runs itself.
//
// There is no build: the container at the end is all that JupyterLab asks of an extension.
(() => {
  const VIEW = "application/vnd.jupyter.widget-view+json";
  const STILL = "text/html";

  // A lesson folds its code away. On paper it is a page of its own: its frame lets it flow, and stays behind.
  const STYLE = `
    .pz8-lesson .jp-InputPlaceholder > .jp-Placeholder-content { background: none; border-color: transparent; }
    .pz8-lesson .jp-InputPlaceholder .jp-PlaceholderText { font-size: 0; }
    .pz8-lesson .jp-InputPlaceholder .jp-PlaceholderText::before {
      content: "show the code"; font: var(--jp-ui-font-size1) var(--jp-ui-font-family);
    }
    .pz8-lesson .jp-InputPlaceholder .jp-MoreHorizIcon { display: none; }
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

  async function visit(panel, context, notebookModule) {
    await context.ready;
    const notebook = panel.content;
    const lesson = Boolean(notebook.model.getMetadata("pz8edu")?.lesson);
    panel.toggleClass("pz8-lesson", lesson);
    const widgets = savedWidgets(notebook);
    widgets.forEach(standStill);
    await context.sessionContext.ready;
    const kernel = context.sessionContext.session?.kernel;
    if (!kernel) return;
    const { comms } = (await kernel.requestCommInfo({ target_name: "jupyter.widget" })).content;
    if (panel.isDisposed) return;
    const alive = widgets.filter(({ saved }) => saved.data[VIEW].model_id in comms);
    alive.forEach(revive);
    const cells = codeCells(notebook);
    if (lesson && !alive.length && cells.every((cell) => cell.model.trusted)) {
      const { NotebookActions } = await notebookModule();
      await NotebookActions.runCells(notebook, cells, context.sessionContext);
      // The file now knows the widgets of this kernel: when the page is loaded again, it finds them.
      if (context.contentsModel?.writable) await context.save();
    }
  }

  const plugin = (shared) => ({
    id: "pz8edu:visits",
    autoStart: true,
    activate(app) {
      document.head.appendChild(document.createElement("style")).textContent = STYLE;
      const notebookModule = async () => (await Object.values(shared["@jupyterlab/notebook"])[0].get())();
      app.docRegistry.addWidgetExtension("Notebook", {
        createNew: (panel, context) => void visit(panel, context, notebookModule).catch(console.error),
      });
    },
  });

  let shared;
  (window._JUPYTERLAB ??= {}).pz8edu = {
    init: (scope) => void (shared = scope),
    get: async () => () => plugin(shared),
  };
})();
