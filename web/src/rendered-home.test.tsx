import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeQueryClient } from '#web/api/query-client.ts';
import { App } from '#web/app/app.tsx';
import { renderedAt } from '#web/app/rendered-screens.ts';
import { entriesOf, keepEntries } from '#web/api/page-data.ts';
import { quickMarkup } from '#web/lib/quick-markup/quick-markup.ts';
import { account, homeWorld, movement, NOW, phoneNumber, user, wayOut, type HomeWorld } from '../test/home-world.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterEach(() => void vi.useRealTimers());

const page = (items: readonly unknown[]) => ({ items, next: null });
const answersOf = (world: HomeWorld) => ({
  'internet-contract': world.client,
  'internet-account': world.internet,
  telephone: world.telephone ?? [],
  'telephone-number/list': world.numbers,
  'user/overview': world.overview,
  'user/list': world.users,
  'notice/get-messages': world.notices,
  'support/get-orders': page(world.orders),
  'internet-contract/program-arrears': world.arrears,
  'internet-account/stat-payments': page(world.payments),
  'internet-account/stat-charges': page(world.charges),
  'payment/expected-price': world.price,
  'promised-payment/in-debt': world.waysOut,
});

/** Home of a client as the server renders it. */
function homeOf(world: HomeWorld) {
  const screen = renderedAt({ pathname: '/', search: '' });
  if (!screen) throw new Error('Home is not rendered');
  const cache = makeQueryClient();
  keepEntries(cache, [...entriesOf(screen.calls, answersOf(world)), ...(screen.entries ?? [])]);
  return <App cache={cache} at={{ pathname: '/', search: '', hash: '', key: 'default' }} />;
}

const telephone = account({ kind: 't', account_no: '2018440', balance: '412.80' });
const WORLDS: Record<string, Partial<HomeWorld>> = {
  'in credit': { telephone, numbers: [phoneNumber()], payments: [movement({})], charges: [movement({})] },
  'in debt': {
    internet: account({ balance: '-628.50', blocked: true }),
    users: [user({ state: 'blocked' }), user({ user_id: 2, user_type: 'mail', name: 'Почта' })],
    waysOut: [wayOut()],
  },
};

test.for(Object.entries(WORLDS))('home %s is drawn without React, and its markup is that of React', async ([, own]) => {
  const home = homeOf(homeWorld(own));
  // The first attempts load the files of its parts.
  const quick = await vi.waitFor(() => quickMarkup(home) ?? expect.fail('left to React'), { timeout: 20_000 });
  expect(quick.markup).toContain('Последние операции');
  expect(quick.title + quick.markup).toBe(renderToString(home));
});
