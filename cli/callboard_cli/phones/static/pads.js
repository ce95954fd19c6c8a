// A pad of digits at the bottom of the screen, for the number that was tapped: no keyboard comes up and hides the page.
// Where there are few numbers to choose from they are the keys themselves. A hardware keyboard types as ever.

import { key, labelOf, make, put, say, word } from "./making.js";

const FEW = 13; // so many numbers have a key each

// `least` and `most` bound the number. What else can be said there is data: "none", several numbers, sums.
export function addPad(control, field, least = -Infinity, most = Infinity) {
  const label = labelOf(control);
  const { kind, none, sums } = control.dataset;
  const isSeveral = kind === "numbers";
  const after = (write) => () => {
    write();
    say(`${label}: ${field.value}`);
  };
  const writeAll = (text) => after(() => {
    put(field, text);
    close();
  });
  const write = (text) => after(() => {
    if (field.value === NOTHING) field.select();
    field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
    put(field, field.value);
  });
  const erase = after(() => {
    const { selectionStart: start, selectionEnd: end } = field;
    field.setRangeText("", start === end ? Math.max(start - 1, 0) : start, end, "end");
    put(field, field.value);
  });
  const turn = after(() => put(field, /^[-−]/.test(field.value) ? field.value.slice(1) : `-${field.value}`));
  const next = after(() => put(field, `${field.value.trim()} `));

  const isFew = !isSeveral && most - least < FEW;
  const keys = isFew
    ? Array.from({ length: most - least + 1 }, (_, n) => digit(least + n, writeAll(String(least + n))))
    : [..."1234567890"].map((each) => digit(each, write(each)));
  if (none) keys.push(key(none, none, writeAll(NOTHING), { class: "wide" }));
  if (isSeveral) keys.push(key(word("number-next"), word("number-next"), next, { class: "wide" }));
  if (sums) keys.push(digit("+", write("+")));
  if (!isFew && !isSeveral && least < 0) keys.push(key("±", word("sign"), turn));
  if (!isFew) keys.splice(5, 0, key("⌫", word("digit-away"), erase));
  keys.splice(isFew ? keys.length : 11, 0, key("✓", word("close"), () => close()));
  const pad = make("div", { class: "pad", role: "group", "aria-label": label }, ...keys);
  pad.addEventListener("mousedown", (event) => event.preventDefault()); // the field keeps the focus, and its caret

  const close = () => {
    if (pad.contains(document.activeElement)) field.focus({ preventScroll: true });
    else field.blur();
    pad.remove();
  };
  field.setAttribute("inputmode", "none");
  field.addEventListener("click", () => {
    if (pad.isConnected) return;
    (field.closest(".keys") ?? field).after(pad);
    if (!isSeveral) field.select();
    showAbove(field, pad);
  });
  control.addEventListener("keydown", ({ key }) => key === "Escape" && pad.isConnected && close());
  control.addEventListener("focusout", ({ relatedTarget }) => {
    if (!pad.contains(relatedTarget) && relatedTarget !== field) pad.remove();
  });
}

const NOTHING = "-";

function digit(text, tapped) {
  return key(String(text), String(text), tapped);
}

// Only what the pad would hide is moved, and only as far as it has to.
function showAbove(field, pad) {
  const hidden = field.getBoundingClientRect().bottom + 8 - pad.getBoundingClientRect().top;
  if (hidden > 0) scrollBy(0, hidden);
}
