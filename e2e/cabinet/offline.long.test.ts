import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page, Worker } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished, test } from 'vitest';
import { servePages } from '../../server/test/process/pages-server.ts';
import { freePort } from '../../server/test/process/process.ts';
import { withFiles } from '../../web/build/worker.ts';
import { openBrowser, passOf, settled, textOf, visit, visitToStay } from '../harness/browser.ts';
import { HOME_OF_MARIA } from '../harness/looks.ts';
import { Server } from '../harness/server.ts';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

/** The worker keeps the files some seconds after the page has come. */
const underWorker = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null);

/** The worker in the browser's words: a page may have one before the browser has told of it. */
const workerOf = async (context: BrowserContext): Promise<Worker> =>
  context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker');

/** A reason that tells of the test's own window, not of the page. */
const isOfWindow = (reason: string): boolean => /incognito|platform/.test(reason);

/** The manifest as the browser has read it, and its reasons against installing the page as an application. */
async function installable(devTools: CDPSession) {
  const { errors, data } = await devTools.send('Page.getAppManifest');
  const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors');
  return {
    manifest: JSON.parse(data ?? '{}') as { icons: { sizes: string }[] },
    reasons: [
      ...errors.filter(({ critical }) => critical === 1).map(({ message }) => message),
      ...installabilityErrors.map(({ errorId }) => errorId).filter((reason) => !isOfWindow(reason)),
    ],
  };
}

/** Delivers a message as a push service would. */
async function push(page: Page, devTools: CDPSession, message: object): Promise<void> {
  const registration = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await devTools.send('ServiceWorker.enable');
  await devTools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registration,
    data: JSON.stringify(message),
  });
}

type Shown = [title: string, options: NotificationOptions];

/** Records what the worker shows: this browser has no place for notifications and refuses them. */
async function shownBy(worker: Worker): Promise<() => Promise<Shown[]>> {
  await worker.evaluate(() => {
    const { registration } = globalThis as unknown as { registration: object };
    const shown: Shown[] = [];
    const showNotification = (...one: Shown): Promise<void> => Promise.resolve(void shown.push(one));
    Object.assign(registration, { showNotification });
    Object.assign(globalThis, { shown });
  });
  return () => worker.evaluate(() => (globalThis as unknown as { shown: Shown[] }).shown);
}

test('the cabinet is installed, tells news, opens without a network with the last known data, and forgets them at sign-out', async ({
  expect,
}) => {
  const pass = await passOf(browser, server.url, 100001);
  const { page, context, faults } = await visitToStay({ pass, width: 360, worker: true });
  await page.goto(`${server.url}/lk/`);
  await settled(page);
  await underWorker(page);
  const devTools = await context.newCDPSession(page);
  const { manifest, reasons } = await installable(devTools);
  expect(reasons).toEqual([]);
  // The headless shell knows no reasons, so what all browsers demand is looked at here, too.
  expect(manifest).toMatchObject({ name: 'Волга Телеком: личный кабинет', display: 'standalone', start_url: './' });
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  const news = { title: 'Волга Телеком', text: 'Есть новости о платежах.', link: '/payments-history/i', tag: 'money' };
  const shown = await shownBy(await workerOf(context));
  await push(page, devTools, news);
  await expect.poll(shown).toEqual([[news.title, { body: news.text, tag: 'money', data: { link: news.link } }]]);

  // The page comes from the server as long as there is one, and names the files of the styles, which the worker has.
  await page.waitForFunction(() => document.cookie.includes('styles='));
  await page.reload();
  await settled(page);
  expect(await page.locator('head style').count()).toBe(0);
  expect(await textOf(page, 'main')).toMatch(HOME_OF_MARIA);
  expect(faults).toEqual([]);

  await page.waitForFunction(() => localStorage.getItem('kabinet.cache')?.includes('internet-account'));
  await context.setOffline(true);
  await page.reload();
  await page
    .getByRole('status')
    .filter({ hasText: /^Нет (?:сети|связи)/ })
    .waitFor();
  await expect.poll(() => textOf(page, 'main')).toMatch(/данные на \d\d:\d\d/);
  await expect.poll(() => textOf(page, 'main')).toMatch(HOME_OF_MARIA);
  expect(await page.getByRole('alert').filter({ hasText: 'Не удалось загрузить данные' }).count()).toBe(0);
  // A screen that was never opened.
  await page.goto(`${server.url}/lk/settings`);
  await page.getByRole('heading', { level: 1, name: 'Настройки' }).waitFor();

  await context.setOffline(false);
  // An open page would hear of the end of its session and go to the sign-in itself, before the reply has cleared the device.
  await page.goto('about:blank');
  await page.goto(`${server.url}/lk/logout`);
  await page.getByRole('heading', { level: 1, name: 'Вход в кабинет' }).waitFor();
  const left = await page.evaluate(async () => JSON.stringify([Object.entries(localStorage), await caches.keys()]));
  expect(left).not.toContain('Мария');
  expect(left).not.toContain('internet-account');
  await context.setOffline(true);
  const opened = await page.goto(`${server.url}/lk/`).then(
    () => true,
    () => false,
  );
  expect(opened).toBe(false);
});

test('who signs out without a network leaves nothing on the device, and the session ends at the next contact', async ({
  expect,
}) => {
  const pass = await passOf(browser, server.url, 100001);
  const { page, context } = await visit(browser, { pass, width: 360, worker: true });
  await page.goto(`${server.url}/lk/`);
  await settled(page);
  await underWorker(page);
  await page.waitForFunction(() => localStorage.getItem('kabinet.cache')?.includes('internet-account'));
  await context.setOffline(true);
  await page.goto(`${server.url}/lk/logout`);
  await page.getByRole('heading', { level: 1, name: 'Вы вышли на этом устройстве' }).waitFor();
  // The script stands after the words.
  await expect.poll(() => page.evaluate(() => Object.entries(localStorage))).toEqual([]);
  await expect.poll(() => page.evaluate(() => document.cookie)).not.toMatch(/ilkat|kabinet-session/);
  // No page of the cabinet opens any more.
  await page.goto(`${server.url}/lk/settings`);
  await page.getByRole('heading', { level: 1, name: 'Вы вышли на этом устройстве' }).waitFor();

  // The network is back before the server, so the page must ask again; then it leads on by itself.
  await server.end();
  await context.setOffline(false);
  await server.resume({ BURST: '1000' });
  await page.getByRole('heading', { level: 1, name: 'Вход в кабинет' }).waitFor();
  expect((await context.cookies()).map(({ name }) => name).filter((name) => name.includes('signed-in'))).toEqual([]);
  await page.goto(`${server.url}/lk/payment/i`);
  await page.getByRole('heading', { level: 1, name: 'Вход в кабинет' }).waitFor();
  await context.close();
});

/** A server of built pages, whose builds are replaced. */
async function releases() {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-releases-'));
  const source = await readFile(new URL('../../web/public/sw.js', import.meta.url), 'utf8');
  const port = await freePort();
  const build = async (name: string) => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(join(folder, 'assets'), { recursive: true });
    const main = `
      window.release = '${name}';
      window.later = () => import('/lk/assets/later-${name}.js').then((file) => file.name);
      const policy = trustedTypes.createPolicy('worker', { createScriptURL: (url) => url });
      navigator.serviceWorker.register(policy.createScriptURL('/lk/sw.js'), { updateViaCache: 'none' });
    `;
    await writeFile(join(folder, 'assets', `main-${name}.js`), main);
    await writeFile(join(folder, 'assets', `later-${name}.js`), `export const name = 'later of ${name}';`);
    const html = `<!doctype html><!--provider--><script type="module" src="/lk/assets/main-${name}.js"></script>${name}`;
    for (const page of ['index.html', 'login.html']) await writeFile(join(folder, page), html);
    const files = ['main', 'later'].map((file) => `assets/${file}-${name}.js`);
    await writeFile(join(folder, 'sw.js'), withFiles(source, files));
  };
  /** Serves the build as a new process does. */
  const serve = async (name: string, { offline = true } = {}) => {
    await build(name);
    return servePages(folder, port, { offline });
  };
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { url: `http://127.0.0.1:${port}/lk/`, serve };
}

const workersOf = (page: Page) =>
  page.evaluate(async () => {
    const workers = await navigator.serviceWorker.getRegistrations();
    return {
      caches: (await caches.keys()).length,
      workers: workers.length,
      coming: workers.filter(
        ({ installing, waiting, active }) => installing ?? waiting ?? active?.state === 'activating',
      ).length,
    };
  });

/** The file that this page asks for only now; text of the failure if there is none. */
const later = (page: Page) =>
  page.evaluate(() => (window as unknown as { later: () => Promise<string> }).later().catch(String));

test('an open page goes on with its own release while the next one takes over, and the operator can switch all of it off', async ({
  expect,
}) => {
  const { url, serve } = await releases();
  const { page, context } = await visit(browser, { worker: true });
  let stop = await serve('one');
  await page.goto(url);
  await underWorker(page);
  await stop();

  stop = await serve('two');
  const next = await context.newPage();
  await next.goto(url);
  expect(await next.evaluate(() => (window as unknown as { release: string }).release)).toBe('two');
  await expect.poll(() => workersOf(next)).toEqual({ caches: 2, workers: 1, coming: 0 });
  // The server has the file no longer.
  expect(await later(page)).toBe('later of one');
  await stop();
  await next.reload();
  expect(await textOf(next)).toBe('two');
  expect(await later(next)).toBe('later of two');

  stop = await serve('three', { offline: false });
  await next.reload();
  await expect.poll(() => workersOf(next)).toEqual({ caches: 0, workers: 0, coming: 0 });
  await stop();
  await context.close();
});
