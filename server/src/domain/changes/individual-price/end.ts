import { addDays, dayIn, type Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { atTerms } from '#server/domain/billing/fee/individual.rules.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { summaryOf } from '../service-change/change-summary.ts';
import { changeService } from '../service-change/settle-change.ts';
import { thingFacts, firstFreeDay } from './fit.rules.ts';
import { endIndividualPrice, payingTarget, type IndividualPriceRow } from './individual-price.queries.ts';
import { endingText, type ToldIndividual } from './individual-price.texts.ts';
import { individualEnded } from './notices.ts';
import { paidThings } from './things.ts';

export interface IndividualEnd {
  readonly one: IndividualPriceRow;
  readonly lastDay: Day | undefined;
  readonly reason: string;
  readonly by: string;
  readonly isRehearsal: boolean;
}

const refused = (message: string): Problem => new Problem('change_not_allowed', { message });

/** Ends an individual price of a contract, whose accounts are locked, after a day, not before what is charged. */
export async function endIndividualEarly(
  tx: Tx,
  { one, lastDay, reason, by, isRehearsal }: IndividualEnd,
  at: At & { readonly support: string },
) {
  const today = dayIn(at.zone, at.now);
  if (lastDay !== undefined && lastDay < today) throw refused('Последний день уже прошёл');
  const target = await payingTarget(tx, one.account_id, one.user_id);
  const told: ToldIndividual[] = [];
  const make = async () => {
    const ended = await endOf(tx, one, addDays(lastDay ?? today, 1), today);
    await endIndividualPrice(tx, one.individual_price_id, { on: ended.until ?? today, by, now: at.now });
    told.push(ended);
    const fees = [one.what];
    return { subject: { userId: one.user_id, was: fees, will: fees }, from: ended.until ?? today };
  };
  const { version: _, ...summary } = summaryOf(await changeService(tx, target, { isRehearsal, make }, at));
  const [ended] = told;
  if (!ended) throw new Error('The change was not made');
  // What has not begun was told with its days, too.
  await notify(tx, individualEnded, one.contract_id, { ...ended, support: at.support }, at);
  const { name, percent, price, until } = ended;
  const last_day = until && addDays(until, -1);
  return { text: `${endingText(ended)}. ${reason}`, answer: { ...summary, name, percent, own_price: price, last_day } };
}

async function endOf(tx: Tx, one: IndividualPriceRow, asked: Day, today: Day): Promise<ToldIndividual> {
  const thing = (await paidThings(tx, one.contract_id, today)).find(({ what }) => what === one.what);
  if (!thing) throw refused('Этого у договора сейчас нет: платить не за что');
  const until = [firstFreeDay({ ...thing, promo: null }, asked), one.from].toSorted().at(-1) ?? asked;
  if (one.until !== null && until >= one.until) throw refused('Она и так закончится не позже этого дня');
  const { individual_price_id: id, percent, price, from } = one;
  const facts = thingFacts(thing);
  return { ...facts, id, percent, price, from, until, costs: atTerms(facts.full, one), today };
}
