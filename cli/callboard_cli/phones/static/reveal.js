// After the game: rows that move to their places, steps that go on by themselves, and the picture of the result.
// Without this script all steps stand one below the other, and the picture is a link.

import { make, say } from "./making.js";

const GROW = 700; // milliseconds in which a bar grows; then the rows change their places
const MOVE = 900;
const still = matchMedia("(prefers-reduced-motion: reduce)");

// --- Rows that move ---

function rowsOf(step) {
  return [...(step?.querySelector("table[data-step]")?.querySelectorAll("[data-seat]") ?? [])];
}

function placesOf(step) {
  return new Map(rowsOf(step).map((row) => [row.dataset.seat, row.offsetTop]));
}

// Each row comes from where it was, so that the eyes can follow it.
function move(before, step) {
  if (still.matches) return;
  for (const row of rowsOf(step)) {
    const by = (before.get(row.dataset.seat) ?? row.offsetTop) - row.offsetTop;
    const timing = { duration: MOVE, delay: GROW, fill: "backwards", easing: "ease-in-out" };
    if (by) row.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], timing);
    const bar = row.querySelector(".gained");
    bar?.animate([{ transform: "scaleX(0)" }, { transform: "none" }], { duration: GROW, easing: "ease-out" });
  }
}

// --- What the server shows to all phones at once ---

function follow(live) {
  const shown = () => live.querySelector(".reveal > table")?.dataset.step;
  let [last, places] = [shown(), placesOf(live)];
  new MutationObserver(() => {
    if (shown() !== last) move(places, live.querySelector(".reveal"));
    [last, places] = [shown(), placesOf(live)];
  }).observe(live, { childList: true });
}

// --- Steps on a page of their own ---

function play(page) {
  const steps = [...page.querySelectorAll(".step")];
  const keys = page.querySelector(".buttons");
  const keyOf = (name) => keys.querySelector(`[data-do=${name}]`);
  let at = 0;
  let timer = 0;

  function show(next) {
    const before = placesOf(steps[at]);
    steps.forEach((step, number) => (step.hidden = number !== next));
    at = next;
    move(before, steps[at]);
    say(steps[at].dataset.said);
    if (at === steps.length - 1) keys.hidden = true;
    else if (!keyOf("pause").hidden) wait();
  }

  function wait() {
    clearTimeout(timer);
    timer = setTimeout(() => show(at + 1), steps[at].dataset.seconds * 1000);
  }

  function pause(isPaused) {
    keyOf("pause").hidden = isPaused;
    keyOf("go-on").hidden = !isPaused;
    keyOf(isPaused ? "go-on" : "pause").focus();
    clearTimeout(timer);
    if (!isPaused) wait();
  }

  keyOf("pause").addEventListener("click", () => pause(true));
  keyOf("go-on").addEventListener("click", () => pause(false));
  keyOf("next").addEventListener("click", () => show(at + 1));
  keyOf("all").addEventListener("click", () => {
    clearTimeout(timer);
    keys.hidden = true;
    steps.forEach((step) => (step.hidden = false));
  });
  page.classList.add("played");
  keys.hidden = false;
  show(0);
}

// --- The picture, made here and sent by nobody but its owner ---

async function drawn(picture) {
  await picture.decode();
  const { naturalWidth: width, naturalHeight: height } = picture;
  const canvas = make("canvas", { width, height });
  canvas.getContext("2d").drawImage(picture, 0, 0);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

async function share(page) {
  const [picture, link, text] = ["img", "a[download]", "textarea"].map((each) => page.querySelector(each));
  const copy = page.querySelector("[data-do=copy]");
  copy.hidden = false;
  copy.addEventListener("click", () => {
    text.select();
    document.execCommand("copy"); // the clipboard of today is for pages with a certificate
    copy.textContent = copy.dataset.done;
    say(copy.dataset.done);
  });
  const image = await drawn(picture).catch(() => null);
  if (!image) return; // the link still leads to the picture
  const name = `${page.dataset.name}.png`;
  link.href = picture.src = URL.createObjectURL(image); // to be kept by a long touch, too
  link.download = name;
  const files = [new File([image], name, { type: image.type })];
  if (!navigator.canShare?.({ files })) return;
  const key = page.querySelector("[data-do=share]");
  key.hidden = false;
  key.addEventListener("click", () => navigator.share({ files, text: text.value }).catch(() => {}));
}

const [live, steps, shared] = ["#live", ".steps", ".shared"].map((each) => document.querySelector(each));
if (live) follow(live);
if (steps) play(steps);
if (shared) share(shared);
