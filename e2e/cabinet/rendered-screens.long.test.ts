import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, test, type ExpectStatic } from 'vitest';
import { Client } from '../harness/api.ts';
import { moneyText, openBrowser, passOf, settled, shifted, textOf, tokenOf, visit } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';

// Screens that come with their page: payment, internet and history (home: home.long.test.ts).

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

/** `later`: calls that a screen makes by itself, because their data are not in the page. */
const SCREENS = [
  {
    who: 100001,
    path: 'payment/i',
    heading: 'Пополнить счёт',
    texts: ['Что впереди', 'Автоплатёж'],
    later: [/payment-link/],
  },
  { who: 100001, path: 'payment/t', heading: 'Пополнить счёт', texts: ['Телефон'], later: [/payment-link/] },
  { who: 100002, path: 'payment/i', heading: 'Пополнить счёт', texts: ['долг'], later: [/payment-link/] },
  {
    who: 100001,
    path: 'payments-history/i',
    heading: 'История платежей',
    texts: ['По месяцам', 'Операции'],
    later: [],
  },
  { who: 100001, path: 'payments-history/t', heading: 'История платежей', texts: ['По месяцам'], later: [] },
  {
    who: 100001,
    path: 'internet',
    heading: 'Интернет',
    texts: ['Тариф «', 'Вход в сеть', 'Включено', 'Приостановить'],
    later: [/internet-schedule/],
  },
  {
    who: 100002,
    path: 'internet',
    heading: 'Интернет',
    texts: ['Тариф «', 'Вход в сеть'],
    later: [/internet-schedule/],
  },
] as const;

/** Calls of every screen: the session, events, and messages after the event of a sign-in, which the other visits cause. */
const OF_FRAME = [/\/lk\/auth/, /\/event\/stream/, /\/notice\/get-messages/];

/** Opens a page as the server renders it; a busy server sends it without the data, which the page then asks for. */
const openRendered = (page: Page, url: string, expect: ExpectStatic): Promise<void> =>
  expect
    .poll(async () => {
      await page.goto('about:blank');
      return await (await page.goto(url))?.text();
    })
    .toContain('<main');

test.concurrent.for(SCREENS)(
  '$path of $who comes with its page, and asks nothing again',
  async ({ who, path, heading, texts, later }, { expect }) => {
    const pass = await passOf(browser, server.url, who);
    const client = new Client(server.url, tokenOf(pass));
    const url = `${server.url}/lk/${path === 'internet' ? await client.internetPage() : path}`;

    const bare = await browser.newContext({ storageState: pass, javaScriptEnabled: false });
    const still = await bare.newPage();
    await openRendered(still, url, expect);
    const text = await textOf(still, 'main');
    expect(await textOf(still, 'h1')).toContain(heading);
    for (const one of texts) expect.soft(text).toContain(one);
    if (path === 'payment/i') expect.soft(text).toContain(moneyText((await client.balances())[0]!));
    await bare.close();

    const seen = await visit(browser, { width: 360, pass });
    await openRendered(seen.page, url, expect);
    await settled(seen.page);
    const requests = seen.requests.slice(seen.requests.lastIndexOf(`GET ${new URL(url).pathname}`));
    const expected = [...OF_FRAME, ...later];
    const calls = requests.filter(
      (request) => / \/(?:api|lk\/auth)/.test(request) && !expected.some((one) => one.test(request)),
    );
    expect.soft(calls).toEqual([]);
    // On a busy machine a part may wait for one frame; a shift that can be seen is ten times as large.
    expect.soft(await shifted(seen.page)).toBeLessThan(0.02);
    expect.soft(seen.faults).toEqual([]);
    await seen.context.close();
  },
);

/** Opens a rendered page whose scripts come only when they are let through. */
async function beforeScripts(who: number, path: string, expect: ExpectStatic) {
  const { page, context } = await visit(browser, { width: 360, pass: await passOf(browser, server.url, who) });
  const { promise: hasCome, resolve: come } = Promise.withResolvers<void>();
  await openRendered(page, `${server.url}/lk/${path}`, expect);
  await context.route('**/lk/assets/*.js', async (route) => {
    await hasCome;
    await route.continue();
  });
  await page.goto(`${server.url}/lk/${path}`, { waitUntil: 'commit' });
  return { page, context, come };
}

test('a button of a rendered screen that is pressed before any script has come does what it says', async ({
  expect,
}) => {
  const { page, context, come } = await beforeScripts(100002, 'payment/i', expect);
  await page.getByRole('button', { name: 'Взять на 3 дня' }).click();
  come();
  await page.getByRole('dialog').waitFor();
  await context.close();
});

test('a sum that is typed before any script has come is the sum that is paid', async ({ expect }) => {
  const { page, context, come } = await beforeScripts(100001, 'payment/i', expect);
  await page.getByLabel('Сумма').fill('1500');
  come();
  await settled(page);
  expect(await page.getByLabel('Сумма').inputValue()).toBe('1500');
  await page.getByRole('button', { name: /^Заплатить 1\s500\s₽$/ }).waitFor();
  await context.close();

  const home = await beforeScripts(100001, '', expect);
  await home.page.getByLabel('Пополнить на').fill('777');
  home.come();
  await settled(home.page);
  await home.page.getByRole('button', { name: 'Оплатить' }).click();
  await home.page.waitForURL(/\/lk\/payment\/i\/777$/);
  await home.context.close();
});

test('the first paint has a real bold face, also before the font has come', async ({ expect }) => {
  const pass = await passOf(browser, server.url, 100001);
  const { page, context } = await visit(browser, { width: 360, pass });
  await context.route('**/*.woff2', (route) => route.abort());
  await openRendered(page, `${server.url}/lk/`, expect);
  const devTools = await context.newCDPSession(page);
  await devTools.send('DOM.enable');
  await devTools.send('CSS.enable');
  const { root } = await devTools.send('DOM.getDocument');
  const facesOf = async (selector: string): Promise<string[]> => {
    const { nodeId } = await devTools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    const { fonts } = await devTools.send('CSS.getPlatformFontsForNode', { nodeId });
    return fonts.map(({ postScriptName }) => postScriptName);
  };
  // A bold text made from a regular face names the regular one.
  expect(await facesOf('h1')).toEqual([expect.stringMatching(/Bold/)]);
  expect((await facesOf('main p')).join()).not.toMatch(/Bold/);
  await context.close();
});
