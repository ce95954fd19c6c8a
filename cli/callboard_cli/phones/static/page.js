// What makes the page comfortable on a phone. Without this script it is a plain form, and every field can be filled in;
// the form's own fields stay the truth, and whatever is drawn here only writes into them.
//
// Here: what is typed, kept on this phone and saved, and what the others do. fields.js draws keys about the fields.

import { draw } from "./fields.js";
import { ask, link, make, say, spoken, word } from "./making.js";

const form = document.getElementById("part");
const live = document.getElementById("live");
const status = document.getElementById("status");
const PAUSE = 1500; // milliseconds after the last change until it is saved
const REVIVAL = 15000; // milliseconds after which refused events are asked for again
const RETRIES = [2000, 4000, 8000, 15000, 30000]; // milliseconds from one try to the next without a connection

export function tell(text) {
  if (status && status.textContent !== text) status.textContent = text;
}

// --- The form's fields ---

let version = Number(document.documentElement.dataset.version ?? 0);
const told = {}; // field name: what the server last said that stands there
const shown = {}; // field name: the text with which the field last agreed with the server; other text is not sent yet
let problems = null; // field name: what is wrong there, as the server last said; before, what the page says stands

function isField(field) {
  return field.name && !["hidden", "submit", "button"].includes(field.type) && !field.matches(":disabled");
}

function typed() {
  const texts = {};
  for (const field of form.elements) if (isField(field)) texts[field.name] = "";
  for (const [name, text] of new FormData(form)) if (name in texts) texts[name] = text.replace(/\r\n/g, "\n");
  return texts;
}

function unsent(now = typed()) {
  return Object.keys(now).filter((name) => now[name] !== shown[name]);
}

function fieldsNamed(name) {
  return [...form.elements].filter((field) => field.name === name && isField(field));
}

// Put a text there, and let what is drawn over the field be drawn anew.
function show(name, text) {
  const fields = fieldsNamed(name);
  for (const field of fields) {
    if (field.type === "radio" || field.type === "checkbox") field.checked = field.value === text;
    else field.value = text;
  }
  fields[0]?.dispatchEvent(new Event("told"));
}

let latest = ""; // the field into which somebody types or taps
function isTypedIn(name) {
  if (name === latest) return true;
  const field = document.activeElement;
  return field?.name === name && field.form === form && !["radio", "checkbox"].includes(field.type);
}

// A field that is typed in, or that has unsent text, keeps it; the others show what stands on the server.
function showTold() {
  const now = typed();
  const mine = unsent(now);
  for (const name of Object.keys(now)) {
    if (now[name] === told[name] || mine.includes(name) || isTypedIn(name)) continue;
    show(name, told[name]);
    shown[name] = typed()[name];
  }
}

// The control that a field stands in, or its place in a ring.
function around(name) {
  const field = fieldsNamed(name)[0];
  return field?.closest("li") ?? field?.closest(".control");
}

function showWritten(name, text) {
  const line = around(name)?.querySelector(".written");
  if (line && line.textContent !== text) line.textContent = text;
}

// Where to tell what is wrong with a field: at it, or at what it is a piece of; nowhere what is wrong with the whole.
function errorOf(name) {
  for (let piece = name; piece; piece = piece.slice(0, Math.max(piece.lastIndexOf("."), 0))) {
    const error = document.getElementById(`${piece}-error`);
    if (error) return error;
  }
  return null;
}

// What is wrong with a word that is still being typed is told only when the field is left.
function showProblems(all = false) {
  if (!problems) return;
  const lines = new Map([...form.querySelectorAll(".error")].map((error) => [error, []]));
  for (const [name, text] of Object.entries(problems)) {
    const error = errorOf(name);
    if (all && !error) tell(text);
    if (error && (all || !isTypedIn(name) || error.textContent.includes(text))) lines.get(error)?.push(text);
  }
  for (const [error, texts] of lines) {
    if (error.textContent !== texts.join("\n")) error.textContent = texts.join("\n");
  }
  for (const field of form.elements) {
    if (!isField(field)) continue;
    const isWrong = field.name in problems || document.getElementById(`${field.name}-error`)?.textContent;
    if (isWrong && errorOf(field.name)?.textContent) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }
  form.dispatchEvent(new Event("problems"));
}

// --- What this phone keeps until the server has it ---

const offers = {}; // field name: {text, was}: kept here, while somebody else wrote into that field
const kin = form && `callboard ${link} ${form.dataset.stage} ${form.dataset.part} `;
const place = form && `${kin}${form.dataset.count}`; // what was typed for one count is none of the next

function keep() {
  const now = typed();
  const kept = { ...offers };
  for (const name of unsent(now)) kept[name] = { text: now[name], was: shown[name] };
  try {
    if (Object.keys(kept).length) localStorage.setItem(place, JSON.stringify(kept));
    else localStorage.removeItem(place);
  } catch {
    // A phone that keeps nothing (a private window, no room) still sends what is typed.
  }
}

// On a form that is done nothing can be put back; what was not sent waits until it is opened again.
function takeKept() {
  if (![...form.elements].some((one) => one.name === "do" && one.value === "done")) return;
  let kept = {};
  try {
    for (const old of Object.keys(localStorage)) if (old.startsWith(kin) && old !== place) localStorage.removeItem(old);
    kept = JSON.parse(localStorage.getItem(place) ?? "{}");
  } catch {
    // Nothing that can be read: the form stands as the server told it.
  }
  for (const [name, { text, was }] of Object.entries(kept)) {
    if (isSame(told[name], text) || isSame(spelled(name), text)) continue;
    if (isSame(told[name], was)) show(name, text);
    else offer(name, { text, was });
  }
  keep();
  if (unsent().length) saveSoon(0);
}

// How what the server tells of a field was typed, where it tells it otherwise: "o5" of "orange 5".
function spelled(name) {
  return fieldsNamed(name)[0]?.dataset.typed;
}

// A tapped word has a space behind it, which the server does not keep.
function isSame(one, other) {
  return one?.trim() === other?.trim();
}

// Neither text is lost, and nobody's is overwritten unasked.
function offer(name, { text, was }) {
  offers[name] = { text, was };
  const line = make("p", { class: "notice" }, word("changed"), " ", make("q", {}, text), " ");
  const take = make("button", { type: "button" }, word("take"));
  take.addEventListener("click", () => {
    delete offers[name];
    line.remove();
    show(name, text);
    changed();
  });
  line.append(take);
  around(name)?.append(line); // nothing around: locked for now, and kept
}

// --- Saving ---

let timer = 0;
let tries = 0;
let sending = false;
let asked = "save"; // what the next saving is to do, once there is a connection
let waiting = null; // what to do when the answer is there: save, done, reopen

function changed() {
  keep();
  saveSoon(PAUSE);
}

// What was asked for waits with the text until the server can be reached.
function saveSoon(pause, action = asked) {
  clearTimeout(timer);
  asked = action;
  timer = setTimeout(() => save(asked), pause);
}

// Whatever was not touched here is sent as the server told it, and never as it stands here from long ago.
function filled(action, now) {
  const mine = unsent(now);
  const body = new URLSearchParams();
  for (const field of form.elements) if (field.type === "hidden" && field.name) body.set(field.name, field.value);
  for (const name of Object.keys(now)) body.set(name, mine.includes(name) ? now[name] : told[name]);
  body.set("do", action);
  return body;
}

// With keepalive, because the page may be left before it is answered.
function post(body) {
  return ask(form.getAttribute("action") || location.href, { method: "POST", body, keepalive: true });
}

async function save(action = "save") {
  clearTimeout(timer);
  const now = typed();
  if (action === "save" && !unsent(now).length) return;
  if (sending) {
    waiting = waiting && waiting !== "save" ? waiting : action;
    return;
  }
  sending = true;
  const answer = await post(filled(action, now));
  sending = false;
  if (answer.ok) saved(action, now, answer.data);
  else notSaved(action, answer);
  if (answer.ok && waiting) save(waiting);
  waiting = null;
}

function saved(action, now, data) {
  tries = 0;
  asked = "save";
  for (const name of unsent(now)) {
    shown[name] = now[name];
    if (!(data.version < version)) told[name] = now[name]; // else a look has told already what stands since
  }
  const time = new Date().toTimeString().slice(0, 5); // 20:15, as the server tells it
  tell(`${word("saved")} ${time}`);
  took(data);
  keep();
  if (action === "save") return;
  if (data.home) location.replace(data.home); // all of it was entered: what comes next is on the page
  else if (Object.keys(problems ?? {}).length) {
    showProblems(true);
    firstWrong()?.focus();
  }
  else reload();
}

// The first field that something is wrong with, a group of them by its first one.
function firstWrong() {
  const told = [...form.querySelectorAll(".error")].find((each) => each.textContent);
  told?.closest("details")?.setAttribute("open", "");
  return told?.closest("li, .control, .group")?.querySelector("input:not([hidden]), textarea, button");
}

function notSaved(action, { later, data }) {
  if (!later) return tell(refusal(data));
  tell(word("offline"));
  saveSoon(RETRIES[Math.min(tries++, RETRIES.length - 1)], action);
}

export function refusal({ errors }) {
  return (errors ?? [word("refused")]).join(" ");
}

// Leaving the page: there is nobody left to wait for the answer; what it would have said, the next page tells.
function saveLeaving() {
  const now = typed();
  if (unsent(now).length) post(filled("save", now));
}

// An entry was made: what comes next is another form.
function goHome() {
  const part = new URLSearchParams(location.search).get("part");
  location.replace(part ? `${link}?part=${encodeURIComponent(part)}` : link);
}

function reload() {
  location.replace(location.pathname + location.search);
}

// --- What the others do ---

let looking = false;
let again = false; // something happened while one was looking
let lively = null; // the live part as it was last told
let news = live?.querySelector("[data-news]")?.dataset.news ?? "";

// An answer of the server, to what was saved or to a look; an older one that comes late tells nothing.
export function took(data) {
  if (data.version < version) return;
  version = data.version ?? version;
  if (data.live !== undefined) showLive(data.live);
  if (data.bar) showBar(data.bar);
  if (!form) return data.state && goHome(); // something can be typed again: all of a sealed count is shown
  if (form.elements.seen) form.elements.seen.value = version;
  for (const [name, { text, written }] of Object.entries(data.fields ?? {})) {
    if (!(name in told)) continue;
    told[name] = text;
    showWritten(name, written ?? "");
  }
  folds = data.folds ?? folds;
  fold();
  problems = data.problems ?? problems;
  showTold();
  showProblems();
  if (data.count !== undefined && data.count !== Number(form.dataset.count)) goHome();
  else if (data.state !== undefined && data.state !== form.dataset.state) reload(); // sealed, locked, opened again
}

// --- The bar: what is missing, or who is waited for ---

const waits = document.getElementById("waits");
const counts = document.querySelector("button[form=count]");

function showBar({ text, place, may_count }) {
  if (waits.textContent !== text) waits.textContent = text;
  if (place) waits.setAttribute("href", `#${place}`);
  else waits.removeAttribute("href");
  if (counts) counts.disabled = !may_count;
}

// To the field itself, out of whatever it is folded into.
function goThere(event) {
  const there = document.getElementById(waits.hash.slice(1)) ?? around(waits.hash.slice(1));
  if (!there) return;
  event.preventDefault();
  for (let one = there.closest("details"); one; one = one.parentElement.closest("details")) one.open = true;
  const reached = there.matches("input, textarea") ? there : there.querySelector(REACHED);
  (reached ?? there).focus({ preventScroll: true });
  if (reached?.inputMode === "none") reached.click(); // its pad
  there.scrollIntoView({ block: "center" });
}

const REACHED = "input:not([hidden]), textarea:not([hidden]), button, summary";

// --- What others filled in of the table's own: folded as soon as nobody sees it move ---

let folds = {}; // field name: what stands there, who wrote it and when
const opened = new WeakSet(); // what somebody here unfolded stays so

function fold() {
  for (const each of form.querySelectorAll("details.fold")) {
    const text = folds[each.dataset.name];
    const summary = each.firstElementChild;
    if (text && summary.textContent !== text) summary.textContent = text;
    const isFolded = Boolean(text) && !opened.has(each);
    if (each.open !== isFolded || !isUnseen(each)) continue;
    each.open = !isFolded;
    summary.hidden = !isFolded;
  }
}

// Below what is seen; or above it, where the browser holds still what is seen.
function isUnseen(element) {
  const { top, bottom } = element.getBoundingClientRect();
  if (element.contains(document.activeElement)) return false;
  return top >= innerHeight || (bottom <= 0 && CSS.supports("overflow-anchor", "auto"));
}

function beginFolds() {
  const all = form.querySelectorAll("details.fold");
  for (const each of all) if (!each.open) folds[each.dataset.name] = each.firstElementChild.textContent;
  const watch = new IntersectionObserver(fold);
  for (const each of all) {
    watch.observe(each);
    each.firstElementChild.addEventListener("click", () => opened.add(each));
  }
}

// Details that somebody opened stay open, and what had the focus has it.
function showLive(html) {
  if (!live || lively === html) return;
  const open = [...live.querySelectorAll("details")].map((details) => details.open);
  const reachable = "a, button, summary, input, select";
  const focused = [...live.querySelectorAll(reachable)].indexOf(document.activeElement);
  live.innerHTML = html; // the server's own template, in which all that anybody typed is escaped
  lively = html;
  tellNews();
  live.querySelectorAll("details").forEach((details, n) => (details.open = open[n] ?? details.open));
  if (focused >= 0) live.querySelectorAll(reachable)[focused]?.focus({ preventScroll: true });
}

// What is new in a sentence, for whoever does not see it: the whole of it would be read out at each change.
function tellNews() {
  const told = live.querySelector("[data-news]")?.dataset.news ?? "";
  if (told && told !== news) say(told);
  news = told;
}

async function look() {
  again = looking;
  if (!live || looking) return;
  looking = true;
  const { ok, later, data } = await ask(`${link}${live.dataset.from ?? "/live"}${location.search}`);
  looking = false;
  if (ok) took(data);
  else if (!later) tell(refusal(data));
  if (again) look();
}

let events = null;

function follow() {
  events?.close();
  if (!live) return;
  events = new EventSource(`${link}/events`);
  events.onopen = connected;
  events.onmessage = ({ data }) => Number(data) > version && look();
  events.addEventListener("joined", look);
  events.addEventListener("onward", ({ data }) => document.getElementById("onward") ?? location.assign(data));
  events.onerror = () => {
    if (events.readyState === EventSource.CONNECTING) return tell(word("offline"));
    look(); // refused, and no more tries of its own: the look tells why
    setTimeout(follow, REVIVAL);
  };
}

function connected() {
  if (status?.textContent === word("offline")) tell("");
  if (form) save(asked);
  look();
}

// --- Beginning ---

function beginForm() {
  form.reset(); // some browsers put back what stood here before a reload: what the server said is what counts
  Object.assign(told, typed());
  Object.assign(shown, told);
  form.querySelectorAll("[data-kind]").forEach(draw);
  takeKept();
  beginFolds();
  form.addEventListener("input", ({ target }) => {
    latest = target.matches("[type=radio]") ? "" : target.name;
    const error = target.name && errorOf(target.name);
    if (error) error.textContent = ""; // of what stood there before
    changed();
  });
  form.addEventListener("focusin", ({ target }) => {
    if (target.name && target.name !== latest) latest = "";
  });
  form.addEventListener("focusout", ({ target }) => {
    if (!target.name) return; // a key of a field, which gives way to others once it is tapped
    latest = ""; // a tap on a word writes afterwards, and goes on with it
    setTimeout(left);
  });
  form.addEventListener("submit", (event) => {
    if (event.submitter && event.submitter.name !== "do") return; // another way out of the form
    event.preventDefault();
    save(event.submitter?.value || "save");
  });
}

function left() {
  showTold();
  showProblems();
  save();
}

function hideOrShow() {
  if (document.visibilityState === "hidden") {
    if (form) saveLeaving();
  } else if (events?.readyState !== EventSource.OPEN) follow();
  else connected();
}

document.body.append(spoken);
waits?.addEventListener("click", goThere);
const stages = document.querySelector(".stages details");
if (stages) document.addEventListener("click", ({ target }) => stages.contains(target) || (stages.open = false));
if (form) beginForm();
follow();
addEventListener("online", () => {
  follow();
  if (form) save();
});
addEventListener("pagehide", () => {
  if (form) saveLeaving();
  events?.close();
});
addEventListener("pageshow", (event) => event.persisted && follow());
document.addEventListener("visibilitychange", hideOrShow);
document.querySelectorAll("form.edit .control").forEach(draw);
