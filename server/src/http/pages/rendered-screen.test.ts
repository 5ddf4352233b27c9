import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { contract } from '@kabinet/contract';
import { day } from '@kabinet/contract/kernel/day';
import { dayStart } from '@kabinet/contract/kernel/zone';
import { testPortal } from '../../../test/portal/portal.ts';
import { collectYoung } from '../../../test/process/young-heap.ts';

const PLAIN = 'the page without data';
const OF_100001 = `${PLAIN} of 100001, keeps nothing`;
const IDLE_LIFE = 7 * 86_400_000;

/** Renders the contract of the answers instead of the screen, which the browser journeys look at. */
const RENDERER = `
  const allowed = { 'script-src': "'sha256-of-a-script'", 'style-src': "'sha256-of-styles'" };
  const tops = {};
  const render = async (html, answers, kept = 'nothing') => ({
    top: (tops[html] ??= { text: html, allowed }),
    rest: ' of ' + answers['internet-contract'].contract_id + ', keeps ' + kept +
      (answers['payment/options'] ? ', ' + answers['payment/options'].ways.length + ' ways' : ''),
  });
  const parts = { 'internet-contract': {}, 'internet-account': {} };
  const then = () => undefined;
  const ofPayment = ({ 'internet-account': { kind } }) => ({ 'payment/options': { p: kind === 'internet' ? 'i' : 't' } });
  export const prepare = () => undefined;
  export const screenOf = (url) => {
    if (/^\\/lk\\/(\\?|$)/.test(url)) return { parts, then, render };
    return url === '/lk/payment/i' ? { parts, then: ofPayment, render } : undefined;
  };
`;

/** A portal with built pages and a browser that has signed in to 100001. */
async function signedIn({ renderer = RENDERER, ...options }: { renderer?: string; burst?: number } = {}) {
  const webFolder = await mkdtemp(join(tmpdir(), 'kabinet-home-'));
  onTestFinished(() => rm(webFolder, { recursive: true }));
  await mkdir(join(webFolder, 'assets'));
  await mkdir(join(webFolder, 'staff', 'assets'), { recursive: true });
  await mkdir(join(webFolder, 'server'));
  await writeFile(join(webFolder, 'server', 'cabinet-document-1.js'), renderer);
  for (const file of ['index.html', 'login.html', 'staff/staff.html']) await writeFile(join(webFolder, file), PLAIN);
  const portal = await testPortal({ webFolder, ...options });
  const body = { grant: 'password', login: '100001', password: 'demo-kabinet' } as const;
  const entered = await portal.send(contract.auth.token, { body });
  const cookies = [entered.headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0] ?? '');
  const nameOf = (name: string) => cookies.find((pair) => pair.startsWith(`${name}=`)) ?? '';
  const page = nameOf('__Secure-signed-in');
  const open = (cookie = page, url = '/lk/', headers: Record<string, string> = {}) =>
    portal.inject({ url, headers: { cookie, ...headers } });
  return { portal, page, token: entered.body.access_token, refresh: nameOf('__Secure-kabinet'), open };
}

test('a browser that has signed in gets its home screen in the page, and nobody keeps the page', async () => {
  const { open } = await signedIn();
  const { body, headers } = await open();
  expect(body).toBe(OF_100001);
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['content-security-policy']).toContain("style-src-attr 'unsafe-inline'");
  expect(headers['content-security-policy']).toContain("script-src 'self' 'sha256-of-a-script';");
  expect(headers['content-security-policy']).toContain("style-src 'self' 'sha256-of-styles';");
});

test('a compressed page is the same page', async () => {
  const { portal, page } = await signedIn();
  const asked = { url: '/lk/', headers: { cookie: page, 'accept-encoding': 'gzip, br' } };
  for (const _ of [1, 2]) {
    const { rawPayload, headers } = await portal.inject(asked);
    expect(gunzipSync(rawPayload).toString()).toBe(OF_100001);
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding', 'cache-control': 'no-store' });
  }
});

test('a browser that has the files of the styles says so by a cookie', async () => {
  const { page, open } = await signedIn();
  expect((await open(`${page}; styles=a1b2c3d4`)).body).toBe(`${PLAIN} of 100001, keeps a1b2c3d4`);
  expect((await open(`${page}; mystyles=a1b2c3d4`)).body).toBe(OF_100001);
});

test('the page that a service worker keeps is nobody’s, and needs no session', async () => {
  const { page, open } = await signedIn();
  for (const cookie of ['', page]) {
    const reply = await open(cookie, '/lk/shell', { 'sec-fetch-dest': 'document' });
    expect(reply).toMatchObject({ statusCode: 200, body: PLAIN });
  }
});

test('a shared contract is in the page to the last millisecond of its term, and not longer', async () => {
  const { portal, token, page, open } = await signedIn();
  await portal.pool.query('delete from contract_share');
  const until_day = day('2026-11-21');
  const { body: made } = await portal.send(contract.family.invite, { body: { role: 'payer', until_day } }, 100_004);
  const { body: share } = await portal.send(contract.family.accept, { body: { code: made.code } }, 100_001);
  const headers = { authorization: `Bearer ${token}` };
  await portal.send(contract.family.open, { body: { share_id: share.share_id } }, undefined, headers);
  const midnight = Date.parse(dayStart(until_day, 'Europe/Samara'));
  portal.clock.set(new Date(midnight - 1));
  expect((await open(page)).body).toBe(`${PLAIN} of 100004, keeps nothing`);
  portal.clock.set(new Date(midnight));
  expect((await open(page)).body).toBe(OF_100001);
});

test('a screen may ask for more, which depends on the first answers', async () => {
  const { page, open } = await signedIn();
  expect((await open(page, '/lk/payment/i')).body).toMatch(/ of 100001, keeps nothing, \d ways$/);
});

test('only a navigation to a rendered screen gets data', async () => {
  const { page, open } = await signedIn();
  expect((await open(page, '/lk/settings')).body).toBe(PLAIN);
  expect((await open(page, '/lk/payment/i', { 'sec-fetch-dest': 'empty' })).body).toBe(PLAIN);
  expect((await open(page, '/lk/', { 'sec-fetch-dest': 'empty' })).body).toBe(PLAIN);
  expect((await open(page, '/lk/?from=letter', { 'sec-fetch-dest': 'document' })).body).toBe(OF_100001);
});

test('a page secret that was never issued, or of an earlier kind, gets the page without data', async () => {
  const { open } = await signedIn();
  for (const value of ['1', 'x'.repeat(43)]) {
    const { body, headers } = await open(`__Secure-signed-in=${value}`);
    expect(body).toBe(PLAIN);
    expect(headers['content-security-policy']).not.toContain('style-src-attr');
  }
});

test('made-up page secrets of an address are not looked up without end; a known one is, from there, too', async () => {
  const { portal, open } = await signedIn({ burst: 5 });
  expect((await open()).body).toBe(OF_100001);
  let reads = 0;
  const { db } = portal.world;
  const read = db.read.bind(db);
  Object.assign(db, { read: (work: Parameters<typeof read>[0]) => ((reads += 1), read(work)) });
  for (let index = 0; index < 40; index += 1) {
    expect((await open(`__Secure-signed-in=${String(index).padStart(43, 'x')}`)).body).toBe(PLAIN);
  }
  expect(reads).toBeLessThanOrEqual(5);
  expect((await open()).body).toBe(OF_100001);
});

test('the page secret ends with its session', async () => {
  const { portal, refresh, open } = await signedIn();
  await portal.inject({
    method: 'POST',
    url: '/lk/auth/logout',
    headers: { 'sec-fetch-site': 'same-origin', cookie: refresh },
  });
  expect((await open()).body).toBe(PLAIN);

  const idle = await signedIn();
  idle.portal.clock.advance(IDLE_LIFE);
  expect((await idle.open()).body).toBe(PLAIN);
});

test('the page is of the contract that the session has open, at once', async () => {
  const { portal, token, open } = await signedIn();
  const { rows } = await portal.pool.query<{ share_id: string }>(
    'select share_id from contract_share where contract_id = 100002 and member_id = 100001',
  );
  const body = { share_id: rows[0]!.share_id };
  expect((await open()).body).toBe(OF_100001);
  await portal.send(contract.family.open, { body }, undefined, { authorization: `Bearer ${token}` });
  for (const _ of [1, 2]) expect((await open()).body).toBe(`${PLAIN} of 100002, keeps nothing`);
  await portal.send(contract.family.revoke, { body }, 100_002);
  for (const _ of [1, 2]) expect((await open()).body).toBe(OF_100001);
});

test('no call accepts the page secret (R-04)', async () => {
  const { portal, page } = await signedIn();
  const authorization = `Bearer ${page.split('=')[1] ?? ''}`;
  expect((await portal.send(contract.internetContract.get, {}, undefined, { authorization })).status).toBe(401);
  expect((await portal.send(contract.internetContract.get, {}, undefined, { cookie: page })).status).toBe(401);
});

test.each([
  ['fails', 'throw new Error("broken")'],
  ['finds too little', 'return undefined'],
])('when the renderer %s, the page comes without data', async (_, doing) => {
  const renderer = RENDERER.replace(/=> \(\{[^]*?\}\);/, `=> { ${doing} };`);
  const { open } = await signedIn({ renderer });
  expect((await open()).body).toBe(PLAIN);
});

test('rendered pages count against the limit of the contract, like the calls that they save (R-22)', async () => {
  const { open } = await signedIn({ burst: 3 });
  const pages = [];
  for (let opened = 0; opened < 5; opened += 1) pages.push((await open()).body);
  expect(pages.filter((body) => body !== PLAIN)).toHaveLength(3);
});

test('the text of a page that has waited for its turn is not kept until the whole heap is collected', async () => {
  const letters = 16 * 1024 * 1024;
  const { portal, page, open } = await signedIn({
    renderer: RENDERER.replace("' of '", `' '.repeat(${letters}) + ' of '`),
  });
  const gzipped = { 'accept-encoding': 'gzip' };
  await open(page, '/lk/', gzipped);
  const before = collectYoung();
  const lock = await portal.pool.connect();
  await lock.query('begin; lock table contract');
  const opened = open(page, '/lk/', gzipped);
  await vi.waitUntil(async () => (await portal.pool.query(`select from pg_locks where not granted`)).rowCount);
  collectYoung();
  await lock.query('rollback');
  lock.release();
  expect((await opened).statusCode).toBe(200);
  expect(collectYoung() - before).toBeLessThan(letters / 2);
});
