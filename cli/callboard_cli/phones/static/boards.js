// Two kinds of fields that are drawn as what lies on the table: a grid to tap, and a ring to walk round. The
// textarea and the selects (or inputs with a datalist) stay the truth; without this file they are simply filled in.

import { key, labelOf, make, picture, put, say, word } from "./making.js";

// --- A grid to tap ---

export function addGrid(control) {
  const field = control.querySelector("textarea");
  const letters = [...control.dataset.letters]; // the last one is a square with nothing on it
  const meanings = (control.dataset.meanings ?? "").split("|");
  const looks = (control.dataset.looks ?? "").split(" "); // of each letter, none of the last
  const most = { row: Number(control.dataset.rows || 26), column: Number(control.dataset.columns || 26) };
  const nothing = letters[letters.length - 1];
  const nameOf = (letter) => meanings[letters.indexOf(letter)] || letter;
  let chosen = letters[0];
  let corner = null; // of an area of which the other corner is tapped next
  let isArea = false;
  let at = [0, 0]; // the one square that Tab reaches; arrows go on from there

  const squares = () => {
    const lines = field.value.trimEnd() ? field.value.trimEnd().split("\n") : ["", "", ""];
    const width = Math.max(...lines.map((line) => [...line.trimEnd()].length), field.value.trim() ? 1 : 3);
    return lines.map((line) => Object.assign(Array(width).fill(nothing), [...line.trimEnd()]));
  };
  const write = (rows) => put(field, rows.map((row) => row.join("")).join("\n"));
  const tap = (row, column, letter) => {
    const rows = squares();
    at = [row, column];
    if (isArea && !corner) {
      corner = at;
      draw();
      return say(word("area"));
    }
    if (corner) fill(rows, corner, at, letter);
    else rows[row][column] = rows[row][column] === letter ? nothing : letter;
    corner = null;
    write(rows);
    say(nameOf(rows[row][column]));
  };
  const fill = (rows, [row, column], [otherRow, otherColumn], letter) => {
    const between = (n, one, other) => n >= Math.min(one, other) && n <= Math.max(one, other);
    rows.forEach((cells, r) => cells.forEach((_, c) => {
      if (between(r, row, otherRow) && between(c, column, otherColumn)) cells[c] = letter;
    }));
  };
  const addRow = () => {
    const rows = squares();
    if (rows.length < most.row) write([...rows, rows[0].map(() => nothing)]);
  };
  const addColumn = () => {
    const rows = squares();
    if (rows[0].length < most.column) write(rows.map((row) => [...row, nothing]));
  };
  // Only what is empty is taken away: nothing that was put there is lost by a slip.
  const takeRow = () => {
    const rows = squares();
    if (rows.length > 1 && rows.pop().every((letter) => letter === nothing)) write(rows);
  };
  const takeColumn = () => {
    const rows = squares();
    if (rows[0].length > 1 && rows.map((row) => row.pop()).every((letter) => letter === nothing)) write(rows);
  };

  const table = make("table", { "aria-label": labelOf(control) });
  const draw = () => {
    const hadFocus = table.contains(document.activeElement);
    const rows = squares();
    const heads = rows[0].map((_, column) => make("th", { scope: "col" }, columnName(column)));
    const lines = rows.map((row, r) => {
      const cells = row.map((letter, c) => square(letter, r, c));
      return make("tr", {}, make("th", { scope: "row" }, String(r + 1)), ...cells);
    });
    table.replaceChildren(make("tr", {}, make("td"), ...heads), ...lines);
    if (hadFocus) table.querySelector("[tabindex='0']")?.focus({ preventScroll: true });
  };
  const square = (letter, row, column) => {
    const reached = row === at[0] && column === at[1] ? 0 : -1;
    const name = `${columnName(column)}${row + 1}: ${nameOf(letter)}`;
    const where = { class: "square", tabindex: reached, "data-row": row, "data-column": column };
    if (corner?.[0] === row && corner[1] === column) where["aria-pressed"] = true;
    const look = looks[letters.indexOf(letter)];
    const shown = letter === nothing ? "" : look ? picture(look) : letter;
    return make("td", {}, key(shown, name, () => tap(row, column, chosen), where));
  };
  table.addEventListener("keydown", (event) => {
    const { row, column } = event.target.dataset;
    const move = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    const letter = letters.find((each) => each.toLowerCase() === event.key.toLowerCase());
    if (!row || (!move && !letter)) return;
    event.preventDefault();
    if (!move) return tap(Number(row), Number(column), letter);
    const next = [Number(row) + move[0], Number(column) + move[1]];
    if (!table.querySelector(`[data-row="${next[0]}"][data-column="${next[1]}"]`)) return;
    at = next;
    draw();
  });

  const palette = make("div", { class: "chips", role: "group", "aria-label": labelOf(control) });
  for (const letter of letters) {
    const named = nameOf(letter);
    const state = { "aria-pressed": letter === chosen, value: letter };
    const look = looks[letters.indexOf(letter)];
    const pick = key(look ? picture(look) : letter, named, () => choose(letter), state);
    if (named !== letter) pick.append(make("small", {}, named));
    palette.append(pick);
  }
  const choose = (letter) => {
    chosen = letter;
    for (const pick of palette.querySelectorAll("[value]")) pick.setAttribute("aria-pressed", pick.value === letter);
  };
  const asText = key("⌨", word("keyboard"), () => {
    field.hidden = !field.hidden;
    asText.setAttribute("aria-expanded", !field.hidden);
  });
  asText.setAttribute("aria-expanded", "false");
  const area = key("▭", word("area"), () => {
    isArea = !isArea;
    corner = null;
    area.setAttribute("aria-pressed", isArea);
    draw();
  }, { "aria-pressed": false });
  palette.append(area);
  const growers = make("div", { class: "tools" },
    key("+↓", word("row-more"), addRow), key("−↑", word("row-away"), takeRow),
    key("+→", word("column-more"), addColumn), key("−←", word("column-away"), takeColumn), asText);
  field.hidden = true;
  field.before(palette, make("div", { class: "grid" }, table), growers);
  for (const kind of ["input", "told"]) field.addEventListener(kind, draw);
  draw();
}

function columnName(column) {
  return String.fromCharCode(65 + (column % 26));
}

// --- A ring to walk round ---

export function addRing(control) {
  const places = [...control.querySelectorAll("ol > li")];
  const title = make("p", { class: "place", tabindex: "-1" });
  const keys = places.map(() => make("button", { type: "button" }));
  const overview = make("ol", { class: "overview" }, ...keys.map((each) => make("li", {}, each)));
  let here = 0;

  const fieldsAt = (n) => [...places[n].querySelectorAll("select, input")];
  const draw = () => {
    places.forEach((each, n) => (each.hidden = n !== here));
    title.textContent = `${word("place")} ${here + 1} / ${places.length}`;
    places.forEach(drawKey);
  };
  // The keys stay the same ones, so that whoever walks through them keeps the focus while something is saved.
  const drawKey = (each, n) => {
    const told = fieldsAt(n).map(textOf).filter(Boolean).join(" · ");
    const looks = fieldsAt(n).map((field) => optionOf(field)?.dataset.piece).filter(Boolean);
    keys[n].replaceChildren(`${n + 1}. `, ...looks.map(picture), make("span", {}, told || "…"));
    keys[n].classList.toggle("wrong", Boolean(each.querySelector("[aria-invalid]")));
    if (n === here) keys[n].setAttribute("aria-current", "step");
    else keys[n].removeAttribute("aria-current");
  };
  const go = (n) => {
    here = (n + places.length) % places.length;
    draw();
    title.focus({ preventScroll: true });
    title.scrollIntoView({ block: "nearest" });
  };
  // Whoever fills the ring in for the first time is taken on; whoever corrects one place stays there.
  const isFull = (n) => fieldsAt(n).every((field) => field.value);
  const chose = (isNew) => {
    draw();
    const next = isNew && isFull(here) ? places.findIndex((_, n) => n > here && !isFull(n)) : -1;
    if (next > 0) go(next);
  };
  // What nobody won lies there still: a tap says that all of it does.
  const lay = places.flatMap((_, n) => fieldsAt(n)).filter((field) => field.dataset.lay);
  const takeLying = () => {
    for (const field of lay) if (!field.value) put(field, field.dataset.lay);
    draw();
    if (isFull(here)) chose(true);
  };

  keys.forEach((each, n) => each.addEventListener("click", () => go(n)));
  places.forEach((_, n) => fieldsAt(n).forEach((field) => addOptions(field, chose)));
  control.addEventListener("told", draw, true); // it does not bubble: it is caught on its way down
  control.closest("form").addEventListener("problems", draw);
  const steps = make("div", { class: "keys" },
    key("←", word("back"), () => go(here - 1)), title, key("→", word("next"), () => go(here + 1)));
  places[0].parentElement.before(steps);
  if (lay.length) steps.before(key(word("as-it-lay"), word("as-it-lay"), takeLying));
  const details = make("details", {}, make("summary", {}, word("overview")), overview);
  places[0].parentElement.after(details);
  control.classList.add("ring");
  draw();
}

// A field's options: a select's, or those of the list of words that an input has.
function optionsOf(field) {
  return [...(field.options ?? field.list?.options ?? [])].filter(nameOf);
}

function nameOf(option) {
  return option.label || option.value;
}

function optionOf(field) {
  return optionsOf(field).find((each) => each.value === field.value);
}

function textOf(field) {
  const option = optionOf(field);
  return field.value && (option ? nameOf(option) : field.value);
}

// A group that has a name; or what is said besides another option: "thief face-down" goes under "face-down".
function groupOf(option, options) {
  const named = option.closest("optgroup")?.label;
  const plain = options.find((other) => nameOf(option).startsWith(`${nameOf(other)} `));
  return named ?? (plain ? nameOf(option).slice(nameOf(plain).length + 1) : "");
}

// The options as big keys; a named group of them is folded, but where one is chosen, or where all have names.
function addOptions(field, chose) {
  const box = make("div", { role: "group", "aria-label": field.labels[0]?.textContent.trim() ?? "" });
  const chips = new Map(); // name of a group: its chips
  const options = optionsOf(field);
  for (const option of options) {
    const group = groupOf(option, options);
    if (!chips.has(group)) chips.set(group, make("div", { class: "chips" }));
    const chip = key(nameOf(option), nameOf(option), () => choose(option), { value: option.value });
    if (option.dataset.piece) chip.prepend(picture(option.dataset.piece));
    chips.get(group).append(chip);
  }
  for (const [group, some] of chips) {
    box.append(group ? make("details", {}, make("summary", {}, group), some) : some);
  }
  const choose = (option) => {
    const isNew = !field.value;
    put(field, option.value);
    chose(isNew);
  };
  const draw = () => {
    for (const each of box.querySelectorAll("button")) each.setAttribute("aria-pressed", each.value === field.value);
    box.querySelectorAll("details").forEach((details, n) => {
      const isChosen = details.querySelector("[aria-pressed=true]") !== null;
      details.open = details.open || isChosen || (n === 0 && !chips.has(""));
    });
  };
  field.hidden = true;
  (field.closest("label") ?? field).after(box);
  for (const kind of ["input", "told"]) field.addEventListener(kind, draw);
  draw();
}
