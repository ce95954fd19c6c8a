// Keys about a form's fields, so that a thumb can fill them in: − and + at a number, words to tap at a line. The field
// stays the truth: a key writes into it as if it were typed, and it says "told" when the server put a text there.

import { addKeys, ask, key, labelOf, link, make, put, say, word } from "./making.js";

const DRAWN = { number: addStepper, tokens: addChips, grid: addBoard, ring: addBoard };

export function draw(control) {
  DRAWN[control.dataset.kind]?.(control);
  control.querySelectorAll("[data-take]").forEach((told) => addTake(control, told));
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

// --- Numbers: − and + ---

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
    const { ok, data } = await ask(`${link}/words?${query}`);
    if (!ok || !Array.isArray(data) || text() !== now) return;
    asked = data.length ? now : null;
    offer(data.length && now ? data : first);
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
  field.addEventListener("input", () => {
    whole = false;
    clearTimeout(pause);
    pause = setTimeout(askWords, 200);
  });
  field.addEventListener("told", () => {
    whole = true;
    askWords();
  });
  const first = [...box.children].map((button) => ({
    text: button.value, meaning: button.title, said: button.getAttribute("aria-label"),
  }));
  const mayBeEmpty = first.some((each) => each.text === NOTHING && each.meaning); // elsewhere a dash is nobody
  offer(first);
  box.hidden = false;
  // The first words stay behind those that are offered later, unseen: these take no more room, and no less.
  const behind = box.cloneNode(true);
  behind.inert = true;
  const room = make("div", { class: "room" });
  box.replaceWith(room);
  room.append(behind, box);
}

const NOTHING = "-"; // that a list is empty: it stands alone, and the key says so in words

function chip({ text, meaning, said }, tapped) {
  if (text === NOTHING && meaning) return key(meaning, meaning, tapped, { value: text });
  if (!meaning || meaning === text) return key(text, said || text, tapped, { value: text });
  const button = key(text, `${text}, ${meaning}`, tapped, { value: text });
  button.append(make("small", {}, meaning));
  return button;
}

// A word that is begun gives way to its whole, also where that is spelled otherwise (it was offered for what is begun).
function withWord(text, word, isOffered) {
  const begun = text.match(/[^\s,;]*$/)[0];
  const isWhole = begun === word || !(isOffered || word.toLowerCase().startsWith(begun.toLowerCase()));
  const before = isWhole ? text : text.slice(0, text.length - begun.length);
  return `${before}${/\S$/.test(before) ? " " : ""}${word} `;
}
