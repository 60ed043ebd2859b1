// A picture of a plot that says where along its axis it is clicked.
export default {
  render({ model, el }) {
    let last = 0;
    const show = async () => {
      const mine = ++last;
      const text = await decompress(model.get("value"));
      if (mine === last) el.innerHTML = text;
    };
    const name = () => el.setAttribute("aria-label", model.get("label"));
    const click = (event) => {
      const picture = event.target.closest("svg[data-axis]");
      if (!picture) return;
      const [start, end] = picture.dataset.axis.split(" ").map(Number);
      const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
      model.send({ along: (place.x - start) / (end - start) });
    };
    el.setAttribute("role", "figure");
    el.addEventListener("click", click);
    model.on("change:value", show);
    model.on("change:label", name);
    show();
    name();
    return () => {
      model.off("change:value", show);
      model.off("change:label", name);
    };
  },
};
