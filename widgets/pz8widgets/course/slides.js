// One step at a key press: the hidden parts of a slide, then the next slide.
const slides = [...document.querySelectorAll("section:not(.paper)")];
let at = 0;

/** A tree is uncovered as far as its last step says, and its ways in heavy ink come last. */
const grow = () => document.querySelectorAll(".grown").forEach((tree) => {
  const last = [...tree.querySelectorAll("i.due")].pop();
  tree.style.setProperty("--cut", `${100 - 100 * Number(last?.dataset.to ?? 0)}%`);
});
/** Words that are too many for the wall become smaller. */
const fit = (slide) => {
  for (let size = 100; size >= 55 && slide.scrollHeight > innerHeight; size -= 5) slide.style.fontSize = `${size}%`;
};
const show = () => {
  slides.forEach((slide, place) => slide.classList.toggle("now", place === at));
  grow();
  fit(slides[at]);
};
const on = () => {
  const later = slides[at].querySelector(".later:not(.due)");
  if (later) later.classList.add("due");
  else if (at < slides.length - 1) at += 1;
  show();
};
const back = () => {
  const due = [...slides[at].querySelectorAll(".due")].pop();
  if (due) due.classList.remove("due");
  else if (at > 0) at -= 1;
  show();
};
addEventListener("keydown", (event) => {
  if (event.target.matches?.("input")) return;
  if (["ArrowRight", " ", "PageDown", "Enter"].includes(event.key)) { event.preventDefault(); on(); }
  if (["ArrowLeft", "PageUp", "Backspace"].includes(event.key)) { event.preventDefault(); back(); }
});
addEventListener("click", (event) => { if (!event.target.closest("form, .own")) on(); });

// The class's own dice: a count typed is a dot on its column; what was to be expected comes as an outline.
for (const own of document.querySelectorAll(".own")) {
  const told = JSON.parse(own.dataset.told);
  const form = own.previousElementSibling;
  const field = form.querySelector("input");
  const counts = [];
  const draw = () => {
    const high = Math.max(told.tries ?? Math.ceil(2 * told.mean), ...counts);
    const most = Math.max(4, ...(told.expected ?? []), ...Array.from({ length: high + 1 }, (_, n) => counts.filter((each) => each === n).length));
    own.replaceChildren(...Array.from({ length: high + 1 }, (_, n) => {
      const column = document.createElement("div");
      const many = counts.filter((each) => each === n).length;
      column.innerHTML = `<span style="height:${100 * many / most}%"></span><em style="height:${100 * (told.expected?.[n] ?? 0) / most}%"></em><b>${n}</b>`;
      column.title = `${n}: ${many}`;
      column.onclick = () => { counts.push(n); draw(); };
      return column;
    }));
    const sum = counts.reduce((a, b) => a + b, 0);
    const shown = counts.length ? `${counts.length} of ${told.groups}; mean ${(sum / counts.length).toFixed(2)}` : `0 of ${told.groups}; write a count and press Enter, or click on a column`;
    form.querySelector("output").textContent = shown;
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    const count = Number(field.value);
    if (field.value === "-") counts.pop();
    else if (Number.isInteger(count) && count >= 0 && count <= (told.tries ?? 1000)) counts.push(count);
    else { field.setCustomValidity(`a whole number from 0 to ${told.tries ?? 1000}`); field.reportValidity(); return; }
    field.value = "";
    draw();
  };
  field.oninput = () => field.setCustomValidity("");
  draw();
}
show();
