/** "Your turn", told by this browser while the table is closed: switched on and off here. */

const button = /** @type {HTMLButtonElement} */ (document.getElementById("call-here"));
const words = /** @type {HTMLElement} */ (document.getElementById("call-words"));

/** @param {string} path @param {object} [body] */
async function ask(path, body) {
  const answer = await fetch(path, body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error.sentence);
  return told;
}

/** What the server needs to reach a browser. @param {PushSubscription} found */
function told(found) {
  const { endpoint, keys } = found.toJSON();
  return { endpoint, p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" };
}

/** @param {ServiceWorkerRegistration} worker @param {string} key */
async function show(worker, key) {
  const found = await worker.pushManager.getSubscription();
  button.textContent = found ? "Do not tell me here any more" : "Tell me in this browser";
  words.textContent = found ? "This browser tells you when it is your turn, even while no page is open." : "";
  button.hidden = false;
  button.onclick = () => (found ? off(worker, key, found) : on(worker, key)).catch(fail);
}

/** @param {ServiceWorkerRegistration} worker @param {string} key */
async function on(worker, key) {
  if ((await Notification.requestPermission()) !== "granted") throw new Error("This browser may not show messages: allow it in the settings of this page.");
  const found = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  try {
    await ask("/api/calls", told(found));
  } catch (why) {
    await found.unsubscribe();
    throw why;
  }
  await show(worker, key);
}

/** @param {ServiceWorkerRegistration} worker @param {string} key @param {PushSubscription} found */
async function off(worker, key, found) {
  await ask("/api/calls/forget", told(found));
  await found.unsubscribe();
  await show(worker, key);
}

/** @param {unknown} why */
function fail(why) {
  words.textContent = why instanceof Error && !(why instanceof TypeError) ? why.message : "That did not work: try again in a moment.";
}

async function begin() {
  const { key, why } = await ask("/api/calls");
  if (why) words.textContent = why;
  else if (!("serviceWorker" in navigator && "PushManager" in window)) words.textContent = "This browser cannot be called, or the page is not opened by https.";
  else await show(await navigator.serviceWorker.register("/call_worker.js"), key);
}

begin().catch(fail);
