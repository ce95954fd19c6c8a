// Steps of the set-up are ticked without leaving the page; without this script each tap is a form that is sent.

import { ask, word } from "./making.js";
import { refusal, tell, took } from "./page.js";

const live = document.getElementById("live");
const RETRY = 2000; // milliseconds until what could not be sent is sent again
const taps = new Map(); // by steps, what was tapped last and is not sent yet: tick or untick
let sending = false;

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
  const { value } = event.submitter;
  const action = event.submitter.getAttribute("aria-checked") === "true" ? "untick" : "tick";
  taps.set(value, action);
  show(value, action);
  send();
});
