// Keys about a form's fields, so that a thumb can fill them in: − and + at a number, words to tap at a line. The field
// stays the truth: a key writes into it as if it were typed, and it says "told" when the server put a text there.

import { addKeys, ask, key, labelOf, link, make, picture, put, say, word } from "./making.js";
import { addPad } from "./pads.js";

const DRAWN = { number: addStepper, numbers: addNumbers, tokens: addChips, grid: addBoard, ring: addBoard };

export function draw(control) {
  DRAWN[control.dataset.kind]?.(control);
  control.querySelectorAll("[data-take]").forEach((told) => addTake(told.closest("[data-kind]"), told));
}

// What it was before, to be taken over with a tap.
function addTake(control, told) {
  const text = told.textContent;
  const taken = () => take(control, told.dataset.take);
  told.replaceWith(key(text, `${labelOf(control)}: ${text}`, taken, { class: "known" }));
}

function take(control, text) {
  const choice = [...control.querySelectorAll("input[type=radio]")].find((each) => each.value === text);
  if (!choice) return put(control.querySelector("input, textarea"), text);
  choice.click();
}

// Few pages have a grid or a ring: the others do not fetch what draws them.
async function addBoard(control) {
  const { addGrid, addRing } = await import("./boards.js");
  if (control.dataset.kind === "grid") addGrid(control);
  else addRing(control);
}

// --- Numbers: − and +, and a pad ---

function addNumbers(control) {
  addPad(control, control.querySelector("input"), 0);
}

function addStepper(control) {
  const field = control.querySelector("input");
  const label = labelOf(control);
  const bound = (name, otherwise) => Number(control.dataset[name] || field.dataset[name] || otherwise);
  const [least, most] = [bound("least", -Infinity), bound("most", Infinity)];
  const step = (by) => {
    const number = /^[-−]?\d+$/.test(field.value.trim()) ? Number(field.value.replace("−", "-")) : 0;
    const next = Math.min(Math.max(number + by, least), most);
    put(field, String(next));
    say(`${label}: ${next}`);
  };
  const less = key("−", `${label}: ${word("less")}`, () => step(-1));
  addKeys(field, [less], key("+", `${label}: ${word("more")}`, () => step(1)));
  addPad(control, field, least, most);
}

// --- Words to tap ---

function addChips(control) {
  const field = control.querySelector("textarea");
  const box = control.querySelector(".chips");
  const { stage, part } = field.form.dataset;
  let pause = 0;
  let whole = true; // what stands there came from the server: the next word is a new one
  const text = () => (whole && /\S$/.test(field.value) ? `${field.value} ` : field.value);
  let asked = null; // the text of which the words go on that are offered now; null for a new word
  const offer = (words) => {
    const focused = box.contains(document.activeElement) && document.activeElement.value;
    box.replaceChildren(...words.map((each) => chip(each, () => choose(each))));
    if (!focused) return;
    const same = [...box.children].find((each) => each.value === focused);
    (same ?? box.firstChild ?? erase).focus({ preventScroll: true });
  };
  const askWords = async () => {
    const now = text();
    const query = new URLSearchParams({ stage, part, name: field.name, text: now });
    const { ok, data: { words, pieces } } = await ask(`${link}/words?${query}`);
    if (text() !== now) return;
    lay(ok ? pieces : []);
    if (!ok || !words) return;
    asked = words.length ? now : null;
    offer(words.length && now ? words : first);
  };
  const choose = (chosen) => {
    const { length } = chosen.begun ?? ""; // a number that goes on takes the place of its first digit
    if (length) write(`${text().slice(0, -length)}${chosen.text} `);
    else if (mayBeEmpty && [chosen.text, text().trim()].includes(NOTHING)) write(`${chosen.text} `);
    else write(withWord(text(), chosen.text, text() === asked));
    say(field.value);
  };
  // A tap needs no keyboard on the screen; it goes with the focus.
  const write = (text) => {
    field.blur();
    put(field, text);
    field.scrollTop = field.scrollHeight;
  };
  const label = labelOf(control);
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", label);
  const erase = key("⌫", `${label}: ${word("last-away")}`, () => write(field.value.replace(/\S+\s*$/, "")));
  addKeys(field, [], erase);
  const lay = control.dataset.laid ? addLaid(field, label) : () => {};
  field.addEventListener("input", () => {
    whole = false;
    clearTimeout(pause);
    pause = setTimeout(askWords, document.activeElement === field ? 200 : 0); // a tap is whole, a word is typed on
  });
  field.addEventListener("told", () => {
    whole = true;
    askWords();
  });
  const first = [...box.children].map((button) => ({
    text: button.value, meaning: button.title, said: button.getAttribute("aria-label"), piece: button.dataset.piece,
  }));
  const mayBeEmpty = first.some((each) => each.text === NOTHING && each.meaning); // elsewhere a dash is nobody
  offer(first);
  if (field.value) askWords();
  box.hidden = false;
  // The first words stay behind those that are offered later, unseen: these take no more room, and no less.
  const behind = box.cloneNode(true);
  behind.inert = true;
  const room = make("div", { class: "room" });
  box.replaceWith(room);
  room.append(behind, box);
}

const NOTHING = "-"; // that a list is empty: it stands alone, and the key says so in words

function chip({ text, meaning, said, piece: looks }, tapped) {
  if (text === NOTHING && meaning) return key(meaning, meaning, tapped, { value: text });
  const tells = meaning && meaning !== text;
  const button = key("", tells ? `${text}, ${meaning}` : said || text, tapped, { value: text });
  if (looks) button.append(picture(looks));
  button.append(make("span", looks?.endsWith(text) ? { class: "unseen" } : {}, text)); // it is written on the piece
  if (tells) button.append(make("small", {}, meaning));
  return button;
}

// What the text says lies over it as pieces, if all of it are some. A tap takes one away; ⌨ shows the text.
function addLaid(field, label) {
  const laid = make("div", { class: "laid", role: "group", "aria-label": label });
  const over = make("div", { class: "over" });
  field.replaceWith(over);
  over.append(field, laid);
  laid.addEventListener("click", ({ target }) => target === laid && field.focus());
  const away = ({ start, end }) => {
    const behind = field.value.slice(end).replace(/^[\s,;]+/, "");
    put(field, `${field.value.slice(0, start)}${behind}`.replace(/\S$/, "$& ")); // what is left is whole
    say(field.value);
  };
  const keyOf = (each) => {
    const button = key("", `${each.text}: ${word("piece-away")}`, () => away(each));
    button.append(picture(each.piece), make("span", each.whole ? { class: "unseen" } : {}, each.text));
    return button;
  };
  laid.hidden = true;
  return (pieces = []) => {
    laid.replaceChildren(...pieces.map(keyOf), key("⌨", word("keyboard"), () => field.focus()));
    laid.hidden = !pieces.length;
    laid.scrollTop = laid.scrollHeight;
  };
}

// A word that is begun gives way to its whole, also where that is spelled otherwise (it was offered for what is begun).
function withWord(text, word, isOffered) {
  const begun = text.match(/[^\s,;]*$/)[0];
  const isWhole = begun === word || !(isOffered || word.toLowerCase().startsWith(begun.toLowerCase()));
  const before = isWhole ? text : text.slice(0, text.length - begun.length);
  return `${before}${/\S$/.test(before) ? " " : ""}${word} `;
}
