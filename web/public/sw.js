// Shows notices that come while the portal is closed. Keeps the files of the cabinet, so that it opens without a network; what it
// shows then is the business of the page (src/api/persisted-cache.ts): nothing of a subscriber is ever stored here.

/** The files of this release, below the scope; set by the build. */
const files = /* files */ [];
/** The version of the page that names them; set by the server. Empty: nothing is kept (`OFFLINE=off`). */
const release = /* release */ '';

const PREFIX = 'kabinet-';
const CACHE = PREFIX + release;
/** A tab of the former release goes on working: its files stay until the next one. */
const KEPT_RELEASES = 2;
const AT_ONCE = 4;
/** Milliseconds. A network that is slower than this is none. */
const LONGEST_WAIT = 6000;
/** A gateway that does not reach the server. */
const AWAY = [502, 504];
/** Below the scope: what is no page of the cabinet. */
const NO_PAGE = /^(?:login|logout|auth|document|[^/]*\.[^/]*$)/;

const { scope } = registration;
const SHELL = `${scope}shell`;
const ASSETS = `${scope}assets/`;

addEventListener('install', (event) => {
  void skipWaiting();
  if (release !== '') event.waitUntil(keep());
});

addEventListener('activate', (event) => {
  event.waitUntil(release === '' ? leave() : begin());
});

if (release !== '') {
  addEventListener('fetch', (event) => {
    const { mode, method, url } = event.request;
    if (method !== 'GET' || !url.startsWith(scope)) return;
    if (mode !== 'navigate') {
      if (url.startsWith(ASSETS)) event.respondWith(fileOf(event.request));
    } else if (pathOf(url) === 'logout') event.respondWith(leaving(event));
    else if (url.startsWith(SIGNED_OUT)) event.waitUntil(caches.delete(LEAVING));
    else if (!NO_PAGE.test(pathOf(url))) event.respondWith(pageOf(event));
  });
}

const pathOf = (url) => url.slice(scope.length).split(/[?#]/)[0];

/** Keeps all of the release or nothing: a page without one of its files would not open. */
async function keep() {
  const shell = await fetch(SHELL, { credentials: 'omit', cache: 'no-store' });
  const html = await shell.clone().text();
  const named = [...html.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]+)"/g)].map(
    ([, path]) => new URL(path, scope).href,
  );
  const all = files.map((file) => `${scope}${file}`);
  if (!shell.ok || named.some((file) => !all.includes(file))) throw new Error('This page is of another release.');
  const cache = await caches.open(CACHE);
  const wanted = navigator.connection?.saveData ? named : [...new Set([...named, ...all])];
  const next = wanted.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const file of next) await keepFile(cache, file);
    }),
  );
  await cache.put(SHELL, shell);
}

/** The name of a file changes with its content, so one that another release has is the same. */
async function keepFile(cache, file) {
  const reply = (await caches.match(file, { ignoreVary: true })) ?? (await fetch(file, { priority: 'low' }));
  if (!reply.ok) throw new Error(`${file}: ${reply.status}`);
  await cache.put(file, reply);
}

async function begin() {
  const kept = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(kept.slice(0, Math.max(0, kept.length - KEPT_RELEASES + 1)).map((name) => caches.delete(name)));
  // The page is asked for while this worker starts.
  await registration.navigationPreload?.enable();
  await clients.claim();
}

/** The switch of the operator: forgets everything, and stays only for who gets notices. */
async function leave() {
  const kept = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all(kept.map((name) => caches.delete(name)));
  await registration.navigationPreload?.disable();
  if (!(await registration.pushManager?.getSubscription())) await registration.unregister();
}

/** Holds a sign-out of which the server does not know yet. */
const LEAVING = `leaving-${scope}`;
const LOGOUT = `${scope}logout`;
/** Where the server leads who is signed out. */
const SIGNED_OUT = `${scope}login?why=signed_out`;

/**
 * Signs out. Without the server the device forgets what scripts can reach, and shows no page of the cabinet until the server has
 * heard of it.
 */
async function leaving(event) {
  const reply = await fromServer(event);
  if (reply && !AWAY.includes(reply.status)) return reply;
  await (await caches.open(LEAVING)).put(LOGOUT, new Response());
  return new Response(LEFT, { headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } });
}

/** Milliseconds. A device is often on a network again before the server can be reached. */
const ASK_AGAIN = 5000;

const LEFT = `<!doctype html><html lang="ru"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Вы вышли на этом устройстве</title>
<body style="max-width:32rem;margin:15vh auto;padding:0 1.5rem;font:1.125rem/1.5 system-ui">
<h1 style="font-size:1.5rem">Вы вышли на этом устройстве</h1>
<p>Данные кабинета отсюда удалены. Связи нет, поэтому сеанс на сервере ещё открыт: закончим его, как только она появится.</p>
<p><a href="logout" style="color:LinkText">Повторить</a></p>
<script>
try { localStorage.clear(); sessionStorage.clear() } catch {}
for (const name of ['ilkat', 'kabinet-session']) document.cookie = name + '=; Max-Age=0; Path=${new URL(scope).pathname}; Secure; SameSite=Strict';
const again = () => fetch('shell', { method: 'HEAD', cache: 'no-store' }).then(({ ok }) => ok && location.replace('logout'), () => {});
addEventListener('online', again);
setInterval(again, ${ASK_AGAIN});
</script>`;

/** From the server; without it the kept page, which shows the last known data. */
async function pageOf(event) {
  if (await caches.has(LEAVING)) return Response.redirect(LOGOUT);
  const asked = fromServer(event);
  const late = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT));
  const reply = await Promise.race([asked, late]);
  if (reply && !AWAY.includes(reply.status)) return reply;
  return (await caches.match(SHELL, { cacheName: CACHE })) ?? (await asked) ?? Response.error();
}

async function fromServer({ preloadResponse, request }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return undefined;
  }
}

const fileOf = async (request) => (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request);

addEventListener('push', (event) => {
  const { title, text, link, tag } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body: text, tag, data: { link } }));
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(`.${event.notification.data.link}`, scope).href));
});

/** In a page that is open already, if there is one. */
async function open(url) {
  const [page] = await clients.matchAll({ type: 'window' });
  if (!page) return clients.openWindow(url);
  await page.focus();
  return page.navigate(url);
}
