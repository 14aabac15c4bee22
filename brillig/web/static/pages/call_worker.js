/** Calls somebody to their table while no page of ours is open. */

const worker = /** @type {any} */ (self);

worker.addEventListener("push", (/** @type {any} */ event) => {
  const { title, body, url } = event.data.json();
  event.waitUntil(worker.registration.showNotification(title, { body, tag: url, icon: "/static/icon.svg", data: url }));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  const url = new URL(event.notification.data, worker.location.origin).href;
  event.waitUntil(worker.clients.matchAll({ type: "window" }).then((/** @type {any[]} */ pages) => {
    const there = pages.find(page => page.url.startsWith(url));
    return there ? there.focus() : worker.clients.openWindow(url);
  }));
});
