// Shows notices that come while the portal is closed, and opens the screen that one is about.

addEventListener('push', (event) => {
  const { title, text, link, tag } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body: text, tag, data: { link } }));
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(`.${event.notification.data.link}`, registration.scope).href));
});

/** In a page that is open already, if there is one. */
async function open(url) {
  const [page] = await clients.matchAll({ type: 'window' });
  if (!page) return clients.openWindow(url);
  await page.focus();
  return page.navigate(url);
}
