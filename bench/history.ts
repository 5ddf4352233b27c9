// What a page of the history of money, and of calls, costs: `node bench/history.ts`; only the calls: `node bench/history.ts calls`.
// Prints medians for 100001 (some 200 lines) and 100005 (100 000 lines, 200 000 calls), from request to reply within one process,
// and their ratio: the first page, one from the middle of the history, and the last.
import { openPortal, signIn, type BenchPortal } from './parts/portal.ts';

const TIMES = 400;
const WARM_UP = 200;
const MONEY = ['stat-total', 'stat-payments', 'stat-charges', 'stat-movements'].map(
  (list) => [list, `internet-account/${list}?limit=20`, `internet-account/${list}?limit=20`, 20] as const,
);
/** Requests of the page of a number, of the list of its calls, of the same for a whole month, and of the access log. */
const CALLS = (
  [
    ['telephone-call/total, latest calls', 'total?limit=5', 5],
    ['telephone-call/total, this month', 'total?limit=30', 30],
    ['telephone-call/total, last month', `total?limit=30&period=${lastMonth()}`, 30],
    ['telephone-call/number-access', 'number-access?limit=5', 5],
  ] as const
).map(([what, list, size]) => [what, ofNumber(list, '78482003107'), ofNumber(list, '78482005001'), size] as const);
const SUBJECTS = { money: MONEY, calls: CALLS };

interface Page {
  readonly items: readonly unknown[];
  readonly next: string | null;
}

async function main(): Promise<void> {
  const portal = await openPortal('history');
  try {
    const small = await signIn(portal.app, 100001);
    const large = await signIn(portal.app, 100005);
    for (const [list, ofSmall, ofLarge, size] of subjects()) {
      const [one, other] = [await pagesOf(portal, small, ofSmall, size), await pagesOf(portal, large, ofLarge, size)];
      for (const name of ['first', 'middle', 'last'] as const) {
        const [few, many] = await inTurns(portal, [
          [small, one[name]],
          [large, other[name]],
        ]);
        console.log(
          `${list}, ${name} page: 100001 ${few.toFixed(2)} ms, 100005 ${many.toFixed(2)} ms, ratio ${(many / few).toFixed(2)}`,
        );
      }
    }
  } finally {
    await portal.close();
  }
}

const get = async ({ app }: BenchPortal, token: string, url: string): Promise<Page> => {
  const reply = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  if (reply.statusCode !== 200) throw new Error(`${url} answered ${reply.statusCode}`);
  return reply.json();
};

function subjects() {
  const [asked] = process.argv.slice(2);
  return asked === 'money' || asked === 'calls' ? SUBJECTS[asked] : [...MONEY, ...CALLS];
}

function ofNumber(list: string, number: string): string {
  return `telephone-call/${list}&phone_number=${number}`;
}

function lastMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
}

/** Addresses of the first page, of one in the middle, and of the last full one. */
async function pagesOf(portal: BenchPortal, token: string, list: string, size: number) {
  const first = `/api/v2/${list}`;
  const all = [first];
  for (let page = await get(portal, token, first); page.next !== null;) {
    const url = `${first}&cursor=${page.next}`;
    page = await get(portal, token, url);
    if (page.items.length === size) all.push(url);
  }
  return { first, middle: all[Math.floor(all.length / 2)] ?? first, last: all.at(-1) ?? first };
}

/** Medians in milliseconds, measured in turns so that the noise of the machine affects both equally. */
async function inTurns(portal: BenchPortal, asked: readonly [string, string][]): Promise<[number, number]> {
  const times: number[][] = asked.map(() => []);
  for (let turn = 0; turn < WARM_UP + TIMES; turn += 1) {
    for (const [index, [token, url]] of asked.entries()) {
      const began = performance.now();
      await get(portal, token, url);
      if (turn >= WARM_UP) times[index]?.push(performance.now() - began);
    }
  }
  const [one = 0, other = 0] = times.map((list) => list.sort((a, b) => a - b)[TIMES / 2] ?? 0);
  return [one, other];
}

await main();
