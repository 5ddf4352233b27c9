import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { Wire } from '@kabinet/contract/kernel/call/call';
import { Client } from '../harness/api.ts';
import { openBrowser, passOf, settled, tokenOf, visit, type Pass } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
import { walkTo } from '../harness/walk.ts';

// What one screen promises about a sum, a day or an hour, every other screen promises, too: all of them are walked, and each promise is
// compared with the one answer of the server.

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '10000' }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

type Account = Wire<typeof contract.internetAccount.get>;

const FOLDER = { isg: 'internet', tv: 'tv', sip: 'sip', mail: 'mail' } as const;
const LEAST_PAYMENT = 10;

/** What the server says, in the words of the screens. */
interface Truth {
  /** «1 января 2027 — ещё на 36 дней», one of each account that works. */
  readonly lasts: readonly string[];
  /** «844»: what the first uncovered charge lacks. */
  readonly missing: readonly string[];
  /** «629»: what a debt or a shortage costs, of one account or both. */
  readonly toPay: readonly string[];
  /** «817»: the one sum that restores everything that is off for debt. */
  readonly debt: readonly string[];
  /** «к 17:00», on another day «24 ноября к 17:00»: when the failure at the address is to be over. */
  readonly fixedBy: readonly string[];
  /** «28 ноября»: the days of visits. */
  readonly visits: readonly string[];
}

const MONTHS = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ');
const zone = { timeZone: 'Europe/Samara' } as const;

function dayText(day: string, today: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${date} ${MONTHS[month! - 1]}${day.slice(0, 4) === today.slice(0, 4) ? '' : ` ${year}`}`;
}

const dayOf = (moment: string | Date): string => new Date(moment).toLocaleDateString('sv', zone);
const clockOf = (moment: string): string => new Date(moment).toLocaleTimeString('ru', { ...zone, timeStyle: 'short' });
/** A message that was sent names the day always, a screen only another one. */
function byTexts(moment: string, today: string): string[] {
  const by = `к ${clockOf(moment)}`;
  const full = `${dayText(dayOf(moment), today)} ${by}`;
  return dayOf(moment) === today ? [by, full] : [full];
}
const roubles = (wire: string): number => Math.max(LEAST_PAYMENT, Math.ceil(Number(wire)));
const spaced = (sum: number): string => new Intl.NumberFormat('ru-RU').format(sum).replace(/\s/g, ' ');

const lastsText = ({ lasts_until: until }: Account, today: string): string[] =>
  until === null ? [] : [dayText(until, today)];

const missingOf = ({ upcoming }: Account): string[] =>
  upcoming.filter(({ missing }) => Number(missing) > 0).map(({ missing }) => spaced(roubles(missing)));

async function truthOf(client: Client): Promise<Truth> {
  const today = dayOf(new Date());
  const telephone = await client.ask(contract.telephone.get, {});
  const accounts = [
    await client.ask(contract.internetAccount.get, {}),
    ...(Array.isArray(telephone) ? [] : [telephone]),
  ];
  const prices = await Promise.all(
    accounts.map(({ kind: p }) => client.ask(contract.payment.expectedPrice, { query: { p } })),
  );
  const incidents = await client.ask(contract.support.getIncidents, {});
  const { items: orders } = await client.ask(contract.support.getOrders, {});
  const sums = prices.map(({ amount }) => Number(amount));
  return {
    lasts: accounts.filter(({ blocked }) => !blocked).flatMap((account) => lastsText(account, today)),
    missing: accounts.flatMap(missingOf),
    debt: accounts.some(({ blocked }) => blocked) ? [spaced(sums.reduce((all, sum) => all + sum, 0))] : [],
    toPay: [...sums, sums.reduce((all, sum) => all + sum, 0)].map(spaced),
    fixedBy: incidents.flatMap(({ planned_until: until }) => (until === null ? [] : byTexts(until, today))),
    visits: orders.flatMap(({ visit: at }) => (at ? [dayText(dayOf(at.from), today)] : [])),
  };
}

/** Every promise of a kind on a page, by the words that introduce it. */
const PROMISES: Readonly<Record<keyof Truth, RegExp>> = {
  lasts: /Хватит до (\d+ [а-я]+(?: \d{4})?) — ещё/g,
  missing: /не хват(?:ит|ает) ([\d ]+(?:,\d\d)?) ₽/gi,
  toPay: /Заплатить(?: за всё)? ([\d ]+(?:,\d\d)?) ₽/g,
  debt: /(?<=Чтобы всё заработало |Заплатить )([\d ]+) ₽(?= (?:Хватит до|Интернет \d))/g,
  fixedBy: /[Пп]очиним ((?:\d+ [а-я]+ )?к \d\d:\d\d)/g,
  visits: /Мастер придёт (\d+ [а-я]+)/g,
};

async function pagesOf(client: Client): Promise<string[]> {
  const users = await client.ask(contract.user.list, {});
  const numbers = await client.ask(contract.telephoneNumber.list, {});
  const services = Object.entries(FOLDER).flatMap(([type, folder]) => {
    const found = users.find(({ user_type, state }) => user_type === type && state !== 'connecting');
    return found ? [`${folder}/${found.user_id}`] : [];
  });
  const phone = numbers[0] ? [`telephone/${numbers[0].phone_number}`, 'payment/t'] : [];
  return ['payment/i', ...services, ...phone, 'support/orders'];
}

const textOf = async (page: Page): Promise<string> =>
  (await page.locator('body').innerText()).replace(/[\s\u00a0\u202f\u200b\u2060]+/g, ' ');

async function promisesOn(page: Page, path: string, told: Map<keyof Truth, string[]>, truth: Truth): Promise<string[]> {
  const text = await textOf(page);
  return (Object.keys(PROMISES) as (keyof Truth)[]).flatMap((kind) => {
    const found = Array.from(text.matchAll(PROMISES[kind]), ([, what]) => what!.trim());
    told.set(kind, [...(told.get(kind) ?? []), ...found]);
    return found
      .filter((what) => !truth[kind].includes(what))
      .map((what) => `${path}: ${kind} «${what}», and not ${truth[kind].join(' or ')}`);
  });
}

/** By client, which promises must be met somewhere: a walk that reads nothing proves nothing. */
const CLIENTS: readonly { who: number; tells: readonly (keyof Truth)[] }[] = [
  { who: 100_001, tells: ['lasts', 'missing', 'visits'] },
  { who: 100_002, tells: ['toPay', 'debt'] },
  { who: 100_003, tells: ['lasts', 'missing', 'fixedBy'] },
  { who: 100_004, tells: ['lasts', 'missing'] },
  { who: 100_005, tells: ['lasts'] },
];

async function walked(pass: Pass, truth: Truth): Promise<{ faults: string[]; told: Map<keyof Truth, string[]> }> {
  const told = new Map<keyof Truth, string[]>();
  const { page, context } = await visit(browser, { width: 360, pass });
  await page.goto(`${server.url}/lk/`);
  await settled(page);
  const faults = await promisesOn(page, 'home', told, truth);
  for (const path of await pagesOf(new Client(server.url, tokenOf(pass)))) {
    await walkTo(page, `/lk/${path}`);
    faults.push(...(await promisesOn(page, path, told, truth)));
  }
  await context.close();
  return { faults, told };
}

test.for(CLIENTS)('every screen of $who promises the same sums, days and hours', async ({ who, tells }, { expect }) => {
  const pass = await passOf(browser, server.url, who);
  const truth = await truthOf(new Client(server.url, tokenOf(pass)));
  const { faults, told } = await walked(pass, truth);
  expect(faults).toEqual([]);
  for (const kind of tells) expect(told.get(kind)?.length, kind).toBeGreaterThan(1);
});
