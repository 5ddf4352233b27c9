// Opens the technician's day without a network: keeps the files of that page, and nothing of a person. What the page shows then it has kept itself
// (src/staff/visits/kept-day.ts). Its scope is `/staff/visits`: no other page of the staff opens without the server.

/** The files of this release, below the folder of this script; set by the build. */
const files = /* files */ [];
/** The version of the page that names them; set by the server. Empty: nothing is kept (`OFFLINE=off`). */
const release = /* release */ '';

/** Not that of the cabinet's worker, which deletes what it does not know. */
const PREFIX = 'staff-';
const CACHE = PREFIX + release;
/** Milliseconds. A network that is slower than this is none. */
const LONGEST_WAIT = 6000;
/** A gateway that does not reach the server. */
const AWAY = [502, 504];

const SHELL = registration.scope;
const folder = new URL('.', location.href).href;
const ASSETS = `${folder}assets/`;

addEventListener('install', (event) => {
  void skipWaiting();
  if (release !== '') event.waitUntil(keep());
});

addEventListener('activate', (event) => {
  event.waitUntil(begin());
});

if (release !== '') {
  addEventListener('fetch', (event) => {
    const { mode, method, url } = event.request;
    if (method !== 'GET') return;
    if (mode === 'navigate') event.respondWith(pageOf(event.request));
    else if (url.startsWith(ASSETS)) event.respondWith(fileOf(event.request));
  });
}

/** All of the release or nothing: a page without one of its files would not open. */
async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll(files.map((file) => `${folder}${file}`));
  const shell = await fetch(SHELL, { credentials: 'omit', cache: 'no-store' });
  if (!shell.ok) throw new Error(`The page: ${shell.status}`);
  const html = await shell.clone().text();
  const named = [...html.matchAll(/(?:src|href)="\/staff\/(assets\/[^"]+)"/g)].map(([, file]) => file);
  if (named.some((file) => !files.includes(file))) throw new Error('This page is of another release.');
  await cache.put(SHELL, shell);
}

/** Forgets other releases; without one of its own, itself too. */
async function begin() {
  const kept = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && (release === '' || name !== CACHE));
  await Promise.all(kept.map((name) => caches.delete(name)));
  if (release === '') await registration.unregister();
  else await clients.claim();
}

/** From the server; without it the kept page. */
async function pageOf(request) {
  const asked = fetch(request).catch(() => undefined);
  const late = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT));
  const reply = await Promise.race([asked, late]);
  if (reply && !AWAY.includes(reply.status)) return reply;
  return (await caches.match(SHELL, { cacheName: CACHE })) ?? (await asked) ?? Response.error();
}

const fileOf = async (request) => (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request);
