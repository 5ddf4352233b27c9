import { addDays, dayIn, type Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { atTerms, type IndividualTerms } from '#server/domain/billing/fee/individual.rules.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import { serviceRow } from '#server/domain/services/service/service-row.queries.ts';
import type { At } from '#server/domain/shared/at.ts';
import { dayText, keepTogether } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { endUndo } from '../plan/undo.ts';
import { summaryOf } from '../service-change/change-summary.ts';
import { changeService } from '../service-change/settle-change.ts';
import { thingFacts, givenByMonth, heldBy, whyNotGiven, type PaidThing } from './fit.rules.ts';
import { insertIndividualPrice, payingTarget } from './individual-price.queries.ts';
import { givenText, type ToldIndividual } from './individual-price.texts.ts';
import { individualGiven } from './notices.ts';
import { feeNamed, paidThings, unchargedThing, type ThingOf } from './things.ts';

export interface IndividualRequest {
  readonly contractId: number;
  readonly thing: ThingOf;
  readonly terms: IndividualTerms;
  readonly from: Day | undefined;
  readonly lastDay: Day | null;
  readonly reason: string;
  readonly by: string;
  readonly isRehearsal: boolean;
  /** Throws if nobody may give so much by the month alone; null: without end. */
  readonly refuseAlone: (byMonth: Kopecks | null) => void;
}

const refused = (message: string): Problem => new Problem('change_not_allowed', { message });

/**
 * Gives a contract, whose accounts are locked, a price of its own. It holds from the first day that is not charged yet: then nothing
 * is charged twice or given back, and every sum that a subscriber has seen stays true.
 */
export async function giveIndividualPrice(tx: Tx, wanted: IndividualRequest, at: At) {
  const { contractId, isRehearsal } = wanted;
  const today = dayIn(at.zone, at.now);
  const what = feeNamed(contractId, wanted.thing);
  const known = (await paidThings(tx, contractId, today)).find((one) => one.what === what);
  if (!known) throw new Problem('service_unknown', { message: 'За это договор не платит: выберите из списка' });
  const target = await payingTarget(tx, known.accountId, known.userId);
  const told: ToldIndividual[] = [];
  const make = async () => {
    const given = await give(tx, wanted, known.what, today, at);
    told.push(given);
    const service = known.userId === null ? undefined : await serviceRow(tx, known.userId, { lock: false });
    const fees = [known.what];
    return {
      subject: { userId: known.userId, was: fees, will: fees },
      from: given.from,
      ends_undo: service ? await endUndo(tx, service, at) : null,
      notes: noteOf(given, wanted.from ?? today),
    };
  };
  const { version: _, ...summary } = summaryOf(await changeService(tx, target, { isRehearsal, make }, at));
  const [given] = told;
  if (!given) throw new Error('The change was not made');
  await notify(tx, individualGiven, contractId, given, at);
  return { text: `${givenText(given)}. ${wanted.reason}`, answer: { ...summary, ...answerOf(given) } };
}

/** What the reply says of it. */
const answerOf = ({ id, name, unit, full, costs, percent, price, until }: ToldIndividual) => ({
  individual_price_id: id,
  name,
  unit,
  full,
  costs,
  percent,
  own_price: price,
  last_day: until && addDays(until, -1),
});

const noteOf = ({ from, today }: ToldIndividual, asked: Day): string[] =>
  from > asked ? [keepTogether(`Подействует с ${dayText(from, today)}: что начислено раньше, не меняется`)] : [];

async function give(tx: Tx, wanted: IndividualRequest, what: string, today: Day, at: At): Promise<ToldIndividual> {
  const { contractId, terms, reason, by } = wanted;
  const things = (await paidThings(tx, contractId, today)).filter((one) => one.what === what);
  const { thing, from, until } = fitted(things, wanted, today);
  wanted.refuseAlone(until === null ? null : givenByMonth(thing, terms));
  const { accountId, userId, phoneNumber = null, soldKind, soldId } = thing;
  const id = await insertIndividualPrice(tx, {
    ...{ contractId, accountId, userId, phoneNumber, soldKind, soldId, ...terms, from, until, reason, by },
    now: at.now,
  });
  const facts = thingFacts(thing);
  return { ...facts, id, ...terms, from, until, costs: atTerms(facts.full, terms), today };
}

/** What it is given for, and its days; throws if it cannot be given. `things` are the present plan and the planned one. */
function fitted(things: readonly PaidThing[], { terms, from, lastDay }: IndividualRequest, today: Day) {
  const asked = { from: from ?? today, lastDay };
  const found = unchargedThing(things, asked.from);
  if (!found) throw refused('На этот день услуги нет: выберите другой');
  const { thing, free } = found;
  const refusal = whyNotGiven(thing, terms, { ...asked, free }, today);
  if (refusal !== null) throw refused(refusal);
  const days = { from: free, until: lastDay && addDays(lastDay, 1) };
  const taken = heldBy(
    things.flatMap(({ individual = [] }) => individual),
    days,
    today,
  );
  if (taken !== null) throw refused(taken);
  return { thing, ...days };
}
