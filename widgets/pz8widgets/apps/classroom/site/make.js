// Elements, made in one line.

/** An element: its tag with classes ("p.pz8-quiet"), what it has, and what is in it. */
export function make(tag, has = {}, ...inside) {
  const [name, ...classes] = tag.split(".");
  const made = document.createElement(name);
  made.className = classes.join(" ");
  for (const [key, value] of Object.entries(has)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "html") made.innerHTML = value;
    else if (key in made && typeof value !== "string") made[key] = value;
    else if (value !== undefined && value !== null && value !== false) made.setAttribute(key, value);
  }
  made.append(...inside.filter((each) => each !== null && each !== undefined));
  return made;
}

/** A fraction such as "5/36" as people write it, one above the other. */
export function fraction(text) {
  const [above, below] = String(text).split("/");
  if (!below) return make("b", {}, above);
  return make("span.pz8-fraction", {}, make("span", {}, above), make("span", {}, below));
}

/** An exact answer, and what it is in percent or decimals, with its unit: alone, where the fraction is long. */
export function exactly(exact, words) {
  const [, below = ""] = exact.split("/");
  if (below.length > 5) return [words];
  const follows = words.startsWith("about") ? ` (${words})` : below || words.endsWith("%") ? ` = ${words}` : ` ${words}`;
  return ["Exactly ", fraction(exact), words ? follows : ""];
}

/** What a side of a played table is called. */
export const army = (match, side) => match.armies?.[side] ?? side;
