/* --- the guess and the judge: as guess.py and judge.py, line by line (no lookbehind: Safari before 16.4 has none) */
const CERTAIN = { never: 0, impossible: 0, always: 1, certain: 1, certainly: 1, sure: 1 };
const EVEN = ["50/50", "50-50", "fifty-fifty", "fifty fifty", "fifty/fifty", "even", "evens", "even chances"];
const COUNTED = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const PARTS = "half third quarter fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" ");
const TIMES = { once: 1, twice: 2, double: 2, thrice: 3, "the same": 1, equally: 1 };
const VULGAR = { "½": [1, 2], "⅓": [1, 3], "⅔": [2, 3], "¼": [1, 4], "¾": [3, 4], "⅕": [1, 5], "⅖": [2, 5], "⅗": [3, 5], "⅘": [4, 5], "⅙": [1, 6], "⅚": [5, 6], "⅐": [1, 7], "⅛": [1, 8], "⅜": [3, 8], "⅝": [5, 8], "⅞": [7, 8], "⅑": [1, 9], "⅒": [1, 10] };
const NONE = /^(?:no idea.*|(i )?(do not|don'?t|dont) know.*|no guess|\?+)$/;
const EXAMPLE = { chance: "a fraction, a percentage or 1 in …", odds: "… to …", count: "a whole number", ratio: "a fraction or a decimal", expectation: "a fraction or a decimal" };
const MOST_FACTORS = 6, MOST_LETTERS = 80;
const BLANK = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const BLANKS = new RegExp(`[${BLANK}]+`), STRIPPED = new RegExp(`^[${BLANK}]+|[${BLANK}]+$`, "g");
const strip = said => said.replace(STRIPPED, "");
const BY_LENGTH = COUNTED.slice().sort((a, b) => b.length - a.length).join("|");
const guessed = (value, unit = F(0)) => ({ value, unit });
function shown(said) {
  const quote = said.includes("'") && !said.includes('"') ? '"' : "'";
  let told = "";
  for (const letter of Array.from(said).slice(0, MOST_LETTERS + 1)) {
    const code = letter.codePointAt(0), hex = code.toString(16);
    if (letter === "\\" || letter === quote) told += "\\" + letter;
    else if (letter === "\n") told += "\\n"; else if (letter === "\r") told += "\\r"; else if (letter === "\t") told += "\\t";
    else if (letter !== " " && /[\p{C}\p{Z}]/u.test(letter)) told += code < 256 ? "\\x" + hex.padStart(2, "0") : code < 65536 ? "\\u" + hex.padStart(4, "0") : "\\U" + hex.padStart(8, "0");
    else told += letter;
  }
  told = Array.from(quote + told + quote);
  return (told.length <= MOST_LETTERS ? told : [...told.slice(0, MOST_LETTERS - 3), "..."]).join("");
}
/* Digits of other scripts as our own: they stand in runs of ten. */
function ourDigits(said) {
  return said.replace(/\p{Nd}/gu, digit => {
    let code = digit.codePointAt(0), back = 0;
    if (code < 128) return digit;
    while (/\p{Nd}/u.test(String.fromCodePoint(code - 1))) { code--; back++; }
    return String(back % 10);
  });
}
function tidy(kind, said) {
  let words = ourDigits(said).toLowerCase().replace(/ß/g, "ss").replace(/−/g, "-").split(BLANKS).filter(Boolean).join(" ");
  if (kind === "count") {
    words = words.replace(/(\d),(?=\d{3}(?![\p{L}\p{N}_]))/gu, "$1");
    words = words.replace(new RegExp(`^(${BY_LENGTH}) [a-z ]+$`), "$1");
  }
  words = words.replace(/(\d),(?=\d)/g, "$1.").replace(/^(about|around|roughly|some|~|≈|=)\s*/, "");
  return words.replace(/([\d½⅓⅔¼¾])\s*(?!percent|per cent|in |out |to |of |x\b)[a-z]+( [a-z]+)*$/, "$1");
}
function related(kind, words) {
  let m;
  if (kind === "chance" && has(CERTAIN, words)) return guessed(F(CERTAIN[words]));
  if (kind === "chance" && EVEN.includes(words)) return guessed(F(1, 2));
  const times = words.replace(/ (times|as) .*| times$/g, "");
  if (kind === "ratio" && has(TIMES, times)) return guessed(F(TIMES[times]));
  if (kind === "chance" && (m = /^(.+?) (?:in|out of|of) (.+)$/.exec(words))) {
    const part = number(m[1]), whole = number(m[2]);
    if (part && whole && whole.value.n) {
      const rounded = cmp(whole.value, F(3)) >= 0 && cmp(part.value, F(1)) === 0;
      return guessed(div(part.value, whole.value), rounded ? div(F(1), mul(whole.value, whole.value)) : F(0));
    }
  }
  if ((kind === "chance" || kind === "odds") && (m = /^(.+?) ?(?:to|:) ?(.+)$/.exec(words))) {
    const on = number(m[1]), against = number(m[2]);
    if (on && against && add(on.value, against.value).n && against.value.n)
      return guessed(div(on.value, kind === "chance" ? add(on.value, against.value) : against.value));
  }
  return null;
}
function withPercent(kind, words) {
  const m = /^(.+?) ?(?:%|percent|per cent)$/.exec(words), found = m ? number(m[1]) : null;
  if (!found) return null;
  if (kind !== "chance") throw new BadInput(`Only a chance is told in percent; write ${EXAMPLE[kind]}.`);
  return guessed(mul(found.value, F(1, 100)), mul(found.unit.n ? found.unit : F(1), F(1, 100)));
}
function factorsOf(words) {
  const parts = [];
  let begun = 0;
  for (let at = 0; at + 1 < words.length && parts.length < MOST_FACTORS; at++)
    if ("x×*·".includes(words[at]) && !(at && /[a-z]/.test(words[at - 1]))) { parts.push(words.slice(begun, at)); begun = at + 1; }
  return [...parts, words.slice(begun)].map(strip);
}
function product(kind, words) {
  const parts = factorsOf(words), factors = parts.map(part => withPercent(kind, part) || number(part)).filter(Boolean);
  if (factors.length < parts.length) return null;
  return guessed(factors.map(each => each.value).reduce(mul), factors.map(each => each.unit).reduce(high));
}
function number(words) {
  let m;
  if (/^-?\d*\.\d+$/.test(words) || /^-?\d+\.$/.test(words)) {
    const [whole, part] = words.replace("-", "").split("."), unit = 10n ** BigInt(part.length);
    return guessed(F(BigInt(whole + part) * (words[0] === "-" ? -1n : 1n), unit), F(1n, unit));
  }
  if (/^-?\d{1,40}$/.test(words)) return guessed(F(words));
  if ((m = /^(?:(\d{1,20}) )?(-?\d{1,40}) ?\/ ?(\d{1,40})$/.exec(words))) {
    if (!BigInt(m[3])) throw new BadInput("Nothing can be divided by 0.");
    return guessed(add(F(m[1] || 0), F(m[2], m[3])));
  }
  if ((m = /^(\d*) ?([½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒])$/.exec(words))) return guessed(add(F(m[1] || 0), F(...VULGAR[m[2]])));
  return inWords(words);
}
function inWords(words) {
  let said = words.startsWith("a ") ? words.slice(2) : words;
  said = said.startsWith("an ") ? said.slice(3) : said;
  said = said.endsWith(" times") ? said.slice(0, -6) : said;
  const blank = said.lastIndexOf(" "), count = blank < 0 ? "" : said.slice(0, blank), part = said.slice(blank + 1).replace(/s+$/, "");
  const many = count ? counted(count) : 1;
  if (many !== null && PARTS.includes(part)) return guessed(F(many, PARTS.indexOf(part) + 2));
  const whole = counted(said);
  return whole === null ? null : guessed(F(whole));
}
function counted(said) {
  if (COUNTED.includes(said)) return COUNTED.indexOf(said);
  const plain = said.replace(/-/g, " "), blank = plain.indexOf(" ");
  const tens = blank < 0 ? plain : plain.slice(0, blank), ones = blank < 0 ? "" : plain.slice(blank + 1);
  if (!TENS.includes(tens) || ones && !COUNTED.slice(1, 10).includes(ones)) return said === "hundred" ? 100 : null;
  return 10 * (TENS.indexOf(tens) + 2) + (ones ? COUNTED.indexOf(ones) : 0);
}
function readGuess(kind, said) {
  const words = tidy(kind, said), told = strip(said);
  if (!words) throw new BadInput(`Write your guess first: ${EXAMPLE[kind]}.`);
  if (NONE.test(words)) throw new BadInput(`Any guess will do, and a wrong one costs nothing: ${EXAMPLE[kind]}.`);
  const guess = related(kind, words) || product(kind, words);
  if (!guess) throw new BadInput(`Write ${EXAMPLE[kind]}; ${shown(told)} was not understood.`);
  if (kind === "chance" && guess.value.n > guess.value.d)
    throw new BadInput(`A chance is at most 1, which is certain${/^(?:\d{1,2}(\.\d+)?|100)$/.test(ourDigits(told)) ? `: did you mean ${told} %?` : "."}`);
  if (guess.value.n < 0n && ["chance", "odds", "count"].includes(kind)) throw new BadInput(`It cannot be less than 0; ${told} is.`);
  if (kind === "count" && guess.value.d !== 1n) throw new BadInput(`It is counted in whole numbers; ${told} is none.`);
  return guess;
}
/* In words that leave the answer to be found. */
const FACTORS = [[10, "ten times"], [5, "five times"], [3, "three times"], [2, "twice"]];
function howFarOff(guess, right) {
  const tooHigh = cmp(guess, right) > 0, [side, more, less] = tooHigh ? ["too high", guess, right] : ["too low", right, guess];
  const factor = (FACTORS.find(([times]) => cmp(more, mul(F(times), less)) >= 0) || [])[1], told = tooHigh ? "the answer" : "as much";
  if (less.n <= 0n || cmp(mul(F(4), more), mul(F(5), less)) <= 0) return less.n <= 0n ? side : `${side}, but not by much`;
  if (!factor) return `${side}, but ${tooHigh ? "less than twice the answer" : "more than half of it"}`;
  return `${side}: ${tooHigh ? "" : "the answer is "}${factor} ${told} or more`;
}
/* [verdict, sentence, how far off] */
function judge(kind, guess, right, within, traps) {
  if (cmp(guess.value, right) === 0) return ["exact", "", ""];
  const half = mul(guess.unit, F(1, 2)), allowed = high(half, within), far = value => abs(sub(guess.value, value)), off = far(right);
  let nearest = null;
  for (const trap of traps) if (!nearest || cmp(far(trap[0]), far(nearest[0])) < 0) nearest = trap;
  if (nearest && cmp(far(nearest[0]), low(low(kind === "chance" ? half : allowed, mul(abs(nearest[0]), F(1, 10))), off)) <= 0) return ["trap", nearest[1], howFarOff(guess.value, right)];
  const nearer = !nearest || cmp(off, far(nearest[0])) < 0, extreme = kind === "chance" && (!guess.value.n || guess.value.n === guess.value.d);
  if (cmp(off, allowed) <= 0 && nearer && !extreme) return ["near", "", ""];
  return [cmp(guess.value, right) > 0 ? "too high" : "too low", "", howFarOff(guess.value, right)];
}
