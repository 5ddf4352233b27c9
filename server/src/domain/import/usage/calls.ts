import type { Instant } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { parsePhone } from '@kabinet/contract/kernel/phone';
import type { ImportRows } from '@kabinet/contract/staff';
import { rowKeyOf, type Arrival } from '../arrival.ts';
import { maybe, must, oneOf, phone, price, whole, words, WrongCell, type CellReader } from '../cells.ts';
import { take } from '../portions/take.ts';
import { NAMED } from '../refused.ts';
import { formerCallsOf, insertFormerCalls, linesOf, zonesOf, type FormerCallRow } from './calls.queries.ts';
import { momentOnWall, wallMoment } from './moment.ts';

/** A number as an exchange writes it: ours in eleven digits, short and foreign ones as they are. */
const dialled: CellReader<string> = (cell) =>
  parsePhone(cell) ?? (/^[\d*#]{1,20}$/.test(cell) ? cell : new WrongCell(`«${cell}» — не номер`));

/** A day: longer ones are mistyped. */
const LONGEST = 86_400;

const CALL = {
  number: must(phone),
  call: must(words(100)),
  start: must(wallMoment),
  direction: must(oneOf({ исходящий: 'out' as const, входящий: 'in' as const })),
  other: must(dialled),
  seconds: must(whole(0, LONGEST)),
  amount: maybe(price, kopecks(0)),
};

/** Calls of the former system: subscribers see them among ours, and nobody charges them again. */
export async function takeCalls(arrival: Arrival, rows: ImportRows['calls']): Promise<void> {
  const { tx, zone, now } = arrival;
  await take(arrival, {
    table: 'calls',
    rows,
    readers: CALL,
    keyOf: ({ number, call }) => rowKeyOf(number, call),
    look: async (read) => {
      const lines = await linesOf(tx, [...new Set(read.map(({ number }) => number))]);
      const plans = new Map(lines.map(({ number, plan_id }) => [number, plan_id]));
      const zones = new Map(
        (await zonesOf(tx, [...new Set(read.map(({ other }) => other))])).map((one) => [one.other, one.zone]),
      );
      const keys = read.map(({ number, call }) => ({ number, key: call }));
      const known = new Map((await formerCallsOf(tx, keys)).map((one) => [rowKeyOf(one.number, one.key), one]));
      return ({ number, call, start: typed, direction, other, seconds, amount }) => {
        const start = momentOnWall(typed, zone);
        if (start > now) return { wrong: 'начало: ещё не наступило' };
        const given = { number, key: call, direction, other, seconds, amount };
        const same = known.get(rowKeyOf(number, call));
        if (same)
          return isSame(same, given, start) ? { known: {} } : { wrong: 'под этим ключом уже есть другой звонок' };
        const plan_id = plans.get(number);
        if (plan_id === undefined)
          return { wrong: `номера ${number} нет: добавьте его в numbers.csv`, lacks: [NAMED.service(number)] };
        const named = zones.get(other);
        if (named === undefined)
          return { wrong: `направление номера ${other} неизвестно: добавьте его, zones add`, lacks: [NO_ZONE] };
        return { fresh: { ...given, start, plan_id, zone: named } };
      };
    },
    insert: (calls) => insertFormerCalls(tx, calls, zone),
  });
}

/** One line tells it for all calls. */
const NO_ZONE = 'zone';

const isSame = (ours: FormerCallRow, given: Omit<FormerCallRow, 'start'>, start: Date): boolean =>
  timeOf(ours.start) === start.getTime() &&
  ours.direction === given.direction &&
  ours.other === given.other &&
  ours.seconds === given.seconds &&
  ours.amount === given.amount;

const timeOf = (moment: Instant): number => new Date(moment).getTime();
