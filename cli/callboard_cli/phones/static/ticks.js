// Steps of the set-up are ticked without leaving the page; without this script each tap is a form that is sent.

import { ask, word } from "./making.js";
import { refusal, tell, took } from "./page.js";

const live = document.getElementById("live");
const RETRY = 2000; // milliseconds until what could not be sent is sent again
const taps = new Map(); // by steps, what was tapped last and is not sent yet: tick or untick
const SAME = 1000; // milliseconds in which a tap means what somebody else has just done
const seen = new Map(); // by steps, whether it is ticked, and since when others have it so
let sending = false;

function isTicked(button) {
  return button.getAttribute("aria-checked") === "true";
}

// Who taps a step at the moment at which another has ticked it means the same, and does not take it back.
function lookAtOthers() {
  for (const button of live.querySelectorAll("[role=checkbox]")) {
    const ticked = isTicked(button);
    const before = seen.get(button.value);
    if (before?.ticked !== ticked) seen.set(button.value, { ticked, since: before ? performance.now() : -SAME });
  }
}

// Shown at once; what the server answers is the truth.
function show(step, action) {
  live.querySelector(`button[value="${step}"]`)?.setAttribute("aria-checked", String(action === "tick"));
}

async function send() {
  if (sending) return;
  sending = true;
  for (const [step, action] of taps) {
    const { ok, later, data } = await ask(location.pathname, {
      method: "POST",
      body: new URLSearchParams({ [action]: step }),
      keepalive: true,
    });
    if (later) {
      tell(word("offline"));
      setTimeout(send, RETRY);
      break;
    }
    if (taps.get(step) === action) taps.delete(step);
    if (ok) took(data);
    tell(ok ? "" : refusal(data));
    taps.forEach((one, other) => show(other, one));
  }
  sending = false;
}

live.addEventListener("submit", (event) => {
  event.preventDefault();
  const step = event.submitter.value;
  if (performance.now() - seen.get(step).since < SAME) return;
  const ticked = !isTicked(event.submitter);
  seen.set(step, { ticked, since: -SAME });
  taps.set(step, ticked ? "tick" : "untick");
  show(step, taps.get(step));
  send();
});

lookAtOthers();
new MutationObserver(lookAtOthers).observe(live, { childList: true });
