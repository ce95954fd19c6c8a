// What the page's other scripts are made with: words, elements, keys, and asking the server.
//
// Words come from <body data-word-NAME="…">, in the reader's language:
//   saved · offline · refused · changed · take
//   less · more · sign · digit-away · number-next · close
//   last-away · piece-away · keyboard · row-more · row-away · column-more · column-away · area
//   place · next · back · overview · as-it-lay

export const link = "/" + location.pathname.split("/")[1]; // whose link this is: the first piece of the address
const PATIENCE = 15000; // milliseconds after which an answer is not waited for

export function word(name) {
  return document.body.getAttribute(`data-word-${name}`) ?? "";
}

export function make(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

export function key(text, label, tapped, attributes = {}) {
  const button = make("button", { type: "button", "aria-label": label, ...attributes }, text);
  button.addEventListener("click", tapped);
  return button;
}

// A piece, as the server says that it looks: "die|orange|O5". What is written on it is not read out.
export function picture(looks) {
  const [shape, colour, mark] = looks.split("|");
  return make("span", { class: `piece ${shape} ${colour}`, "data-mark": mark, "aria-hidden": "true" });
}

// A row of keys about a field, in its place.
export function addKeys(field, before, after) {
  const row = make("div", { class: "keys" });
  field.replaceWith(row);
  row.append(...before, field, after);
}

// What changed by a tap elsewhere is read out: a screen reader does not notice a field without focus.
export const spoken = make("p", { class: "unseen", role: "status" });
export function say(text) {
  spoken.textContent = text;
}

export function labelOf(control) {
  return control.querySelector("legend, label")?.textContent.trim() ?? "";
}

// As if it were typed: kept, and saved after a while.
export function put(field, text) {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

// An answer, or why there is none: `later` it may be had, or never.
export async function ask(address, options = {}) {
  const stop = new AbortController();
  const late = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const headers = { Accept: "application/json" };
    const answer = await fetch(address, { headers, signal: stop.signal, ...options });
    const data = await answer.json().catch(() => ({}));
    return { ok: answer.ok, later: answer.status === 429 || answer.status >= 500, data };
  } catch {
    return { ok: false, later: true, data: {} };
  } finally {
    clearTimeout(late);
  }
}
