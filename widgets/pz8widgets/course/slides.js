// One step at a key press: the hidden parts of a slide, then the next slide.
const slides = [...document.querySelectorAll("section")];
let at = 0;
const show = () => slides.forEach((slide, place) => slide.classList.toggle("now", place === at));
const on = () => {
  const later = slides[at].querySelector(".later:not(.due)");
  if (later) later.classList.add("due");
  else if (at < slides.length - 1) { at += 1; show(); }
};
const back = () => {
  const due = [...slides[at].querySelectorAll(".due")].pop();
  if (due) due.classList.remove("due");
  else if (at > 0) { at -= 1; show(); }
};
addEventListener("keydown", (event) => {
  if (["ArrowRight", " ", "PageDown", "Enter"].includes(event.key)) { event.preventDefault(); on(); }
  if (["ArrowLeft", "PageUp", "Backspace"].includes(event.key)) { event.preventDefault(); back(); }
});
addEventListener("click", on);
show();
