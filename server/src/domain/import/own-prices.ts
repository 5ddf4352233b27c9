import { NAMED, type Refused } from './refused.ts';
import { addDays, type Day } from '@kabinet/contract/kernel/day';
import { parsePhone } from '@kabinet/contract/kernel/phone';
import type { ImportRows } from '@kabinet/contract/staff';
import type { IndividualPeriod, IndividualTerms } from '#server/domain/billing/fee/individual.rules.ts';
import { heldBy, whyNotGiven, type PaidThing } from '#server/domain/changes/individual-price/fit.rules.ts';
import {
  insertIndividualPrice,
  type NewIndividualPrice,
} from '#server/domain/changes/individual-price/individual-price.queries.ts';
import { feeNamed, paidThings, unchargedThing } from '#server/domain/changes/individual-price/things.ts';
import { rowKeyOf, type Arrival } from './arrival.ts';
import { take } from './portions/take.ts';
import { allOptions } from './catalogue.queries.ts';
import { contractId, day, maybe, must, price, whole, words } from './cells.ts';
import { importedServicesOf } from './services.queries.ts';

const OWN_PRICE = {
  contract: contractId,
  service: must(words(100)),
  option: maybe(words(100)),
  percent: maybe(whole(1, 100)),
  price: maybe(price),
  from: maybe(day),
  last_day: maybe(day),
  reason: must(words(500)),
};

/** Who stands in the books as the giver. */
const BY = 'import';

interface Row extends IndividualTerms {
  readonly contract: number;
  readonly service: string;
  readonly option: string | null;
  readonly from: Day | null;
  readonly last_day: Day | null;
  readonly reason: string;
}

/** Prices and discounts that the former system gave: they hold from the first day that nobody has charged, by the rules of those given here. */
export async function takeOwnPrices(arrival: Arrival, rows: ImportRows['ownPrices']): Promise<void> {
  const { tx } = arrival;
  await take(arrival, {
    table: 'ownPrices',
    rows,
    readers: OWN_PRICE,
    keyOf: ({ contract, service, option, from, last_day }) =>
      rowKeyOf(String(contract), service, option ?? '', from ?? '', last_day ?? ''),
    look: async (read) => {
      const things = new Map<number, PaidThing[]>();
      for (const contract of new Set(read.map((row) => row.contract)))
        things.set(contract, await paidThings(tx, contract, arrival.today));
      const whatOf = await feeOf(arrival, read);
      // The table may name one thing twice.
      const accepted: (IndividualPeriod & { readonly what: string })[] = [];
      return (row) => {
        const what = whatOf(row);
        const own = (things.get(row.contract) ?? []).filter((thing) => thing.what === what);
        const held = [
          ...own.flatMap(({ individual = [] }) => individual),
          ...accepted.filter((one) => one.what === what),
        ];
        const verdict = judged(own, held, row, arrival);
        if ('fresh' in verdict && what !== undefined) accepted.push({ ...verdict.fresh, id: 0, what });
        return verdict;
      };
    },
    insert: async (fresh) => {
      for (const one of fresh) await insertIndividualPrice(tx, one);
    },
  });
}

/** Names the fee of a row; undefined: there is no such service or option. */
async function feeOf({ tx }: Arrival, rows: readonly Row[]): Promise<(row: Row) => string | undefined> {
  const logins = rows.map(({ service }) => service);
  const users = new Map((await importedServicesOf(tx, logins)).map((one) => [one.login, one]));
  const options = new Map((await allOptions(tx)).map((one) => [`${one.plan_id} ${one.name}`, one.option_id]));
  return ({ contract, service, option }) => {
    const user = users.get(service);
    if (!user) return option === null ? feeNamed(contract, { phoneNumber: parsePhone(service) }) : undefined;
    const optionId = option === null ? undefined : options.get(`${user.plan_id ?? 0} ${option}`);
    return option !== null && optionId === undefined
      ? undefined
      : feeNamed(contract, { userId: user.user_id, optionId });
  };
}

const NO_TERMS = 'заполните «скидка» или «цена», что-то одно';
const NOT_PAID = 'за это договор не платит: проверьте договор, услугу и опцию';

type Verdict = Refused | { readonly fresh: NewIndividualPrice } | { readonly known: object };

function judged(
  things: readonly PaidThing[],
  held: readonly IndividualPeriod[],
  row: Row,
  { today, now }: Arrival,
): Verdict {
  const { percent, price: own, last_day: lastDay } = row;
  if ((percent === null) === (own === null)) return { wrong: NO_TERMS };
  const from = firstDayOf(row, today);
  const found = unchargedThing(things, from);
  if (!found) return { wrong: NOT_PAID, lacks: [NAMED.contract(row.contract), NAMED.service(row.service)] };
  const { thing, free } = found;
  const terms = { percent, price: own };
  const days = { from: free, until: lastDay && addDays(lastDay, 1) };
  if (held.some((one) => isSame(one, { ...terms, until: days.until }))) return { known: {} };
  const wrong = whyNotGiven(thing, terms, { from, lastDay, free }, today) ?? heldBy(held, days, today);
  if (wrong !== null) return { wrong };
  const { accountId, userId, phoneNumber = null, soldKind, soldId } = thing;
  const facts = { contractId: row.contract, accountId, userId, phoneNumber, soldKind, soldId, ...terms };
  return { fresh: { ...facts, ...days, reason: row.reason, by: BY, now } };
}

/** A past day, or none, means from now on. */
const firstDayOf = ({ from }: Row, today: Day): Day => (from === null || from < today ? today : from);

/** The first day was moved past what is charged, so it tells nothing. */
const isSame = (one: IndividualPeriod, other: Pick<IndividualPeriod, 'percent' | 'price' | 'until'>): boolean =>
  one.percent === other.percent && one.price === other.price && one.until === other.until;
