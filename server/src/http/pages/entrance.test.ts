import fastify from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { registerEntrance } from './entrance.ts';

const IN = 'theme=dark; __Secure-signed-in=1';
const app = fastify();
registerEntrance(app, 'volga');
for (const path of ['/lk/login', '/lk/*', '/lk/icon.svg', '/api/x']) app.get(path, () => 'page');
beforeEach(() => app.ready());

/** The redirect target, or `page` if there is no redirect. */
async function ask(url: string, cookie?: string): Promise<string> {
  const reply = await app.inject({ url, headers: cookie === undefined ? {} : { cookie } });
  return reply.headers.location ?? reply.body;
}

test.each([
  ['/lk/', '/lk/login'],
  ['/lk/payment/i/629', '/lk/login?return=%2Flk%2Fpayment%2Fi%2F629'],
  ['/lk/internet/17?tab=isg', '/lk/login?return=%2Flk%2Finternet%2F17%3Ftab%3Disg'],
  ['/lk/settings/security/', '/lk/login?return=%2Flk%2Fsettings%2Fsecurity%2F'],
])('redirects a browser that has never signed in from %s to %s', async (url, target) => {
  expect(await ask(url)).toBe(target);
  expect(await ask(url, 'ilkat=a-token; __Secure-signed-in=0; x__Secure-signed-in=1')).toBe(target);
  expect(await ask(url, IN)).toBe('page');
  expect(await ask(url, `__Secure-signed-in=${'s'.repeat(43)}`)).toBe('page');
});

test.each([
  '/lk/welcome',
  '/lk/welcome/',
  '/lk/welcome?x=1',
  '/lk/support/contacts',
  '/lk/volga-online',
  '/lk/icon.svg',
  '/api/x',
  // Nothing is there, whoever asks.
  '/lk/nowhere',
  '/lk/nowhere?x=/payment/i',
  '/lk/welcomed',
  '/lk/other-online',
  '/lk/payment/i/12a',
  '/lk//evil.example',
])('anybody may open %s', async (url) => {
  expect(await ask(url)).toBe('page');
});

test.each([
  ['/lk/login', '/lk/'],
  ['/lk/login?return=%2Flk%2Fpayment%2Fi', '/lk/payment/i'],
  ['/lk/login?return=/payment/i', '/lk/payment/i'],
  ['/lk/login?return=/support/%D1%8F%3Fq%3D%D1%8F%23%D1%8F', '/lk/support/%D1%8F?q=%D1%8F#%D1%8F'],
  ['/lk/login?return=/a%0D%0Ax:y', '/lk/'],
  ['/lk/login?return=//evil.example', '/lk/'],
  ['/lk/login?return=/lk/logout', '/lk/'],
  ['/lk/login?return=/a&return=/b', '/lk/'],
])('redirects a browser that has signed in from %s to %s', async (url, target) => {
  expect(await ask(url, IN)).toBe(target);
  expect(await ask(url)).toBe('page');
});

test('does not redirect a browser that came with a reason to sign in again', async () => {
  expect(await ask('/lk/login?why=ended&return=/payment/i', IN)).toBe('page');
});
