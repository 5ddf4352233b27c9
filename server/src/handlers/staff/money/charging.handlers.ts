import { kopecks } from '@kabinet/contract/kernel/money';
import { operatorContract, type OperatorContract } from '@kabinet/contract/staff';
import { addDays, type Day } from '@kabinet/contract/kernel/day';
import { beginCharging, firstDays } from '#server/domain/billing-run/begin.ts';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { doubtOfClock } from '#server/domain/billing-run/doubt.ts';
import { failedCharges, latestDays } from '#server/domain/billing-run/charge-run.queries.ts';
import { agreedBeside } from '#server/domain/billing-run/shadow/nights.ts';
import { rehearseFirstNight, type FirstNight } from '#server/domain/billing-run/first-night.ts';
import { holdOf, type ChargingHold } from '#server/domain/billing/charging/hold.queries.ts';
import { namedSources } from '#server/domain/billing/charging/source.queries.ts';
import { correct, correctedOn } from '#server/domain/billing/correction/correct.ts';
import { readingState } from '#server/domain/changes/outside/views/reading.queries.ts';
import { chargedByDocuments, orderOneTimeCharge } from '#server/domain/billing/fee/one-time.queries.ts';
import { countPricesToSettle } from '#server/domain/changes/price/price.queries.ts';
import { dayText, YEARLESS } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { withoutTransaction } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { atOf } from '../at.ts';
import { refuseAlone, wrongField } from '../refusals.ts';
import { chargingBegun, chargingSourceHandlers } from '../running/charging-source.ts';
import { chargedBy } from '../staff.queries.ts';

/** Whoever may not wait for a day hears how charging is begun. */
const onHold = ({ until, is_external: isExternal }: ChargingHold): Problem =>
  isExternal
    ? new Problem('charging_external')
    : new Problem('charging_on_hold', {
        message:
          until === null
            ? 'Списания на паузе: сначала назначьте первый день командой charge begin'
            : `Списания на паузе до ${dayText(until, YEARLESS)}. Начать раньше: charge begin с другим днём`,
      });

const WAYS = ['portal', 'sms', 'mail', 'telegram', 'max', 'push'] as const;

const waysOf = (ways: FirstNight['told'][number]['ways']) =>
  WAYS.flatMap((way) => (ways[way] === undefined ? [] : [{ way, count: ways[way] }]));

function refuseUnlikely(day: Day, today: Day): void {
  const { from, until } = firstDays(today);
  if (day < from || day > until)
    throw wrongField('day', `Первым днём может быть день с ${dayText(from, YEARLESS)} по ${dayText(until, YEARLESS)}`);
}

const CHARGED_OTHERWISE = 'По этому документу уже списали: с другого счёта или другую сумму. Проверьте номер документа';

export const chargingHandlers: PlainHandlers<OperatorContract['charging'], 'run' | 'rehearse'> = {
  rehearse: withoutTransaction(async ({ body }, { db, clock, provider, today }) => {
    const hold = await db.read((tx) => holdOf(tx, today));
    if (!hold) throw chargingBegun(null);
    const day = body.day ?? hold.until ?? addDays(today, 1);
    refuseUnlikely(day, today);
    const night = await rehearseFirstNight({ db, clock, provider }, day, body.former);
    const { charged, switched, told, orders, failed, compared } = night;
    return {
      first_day: day,
      charged: [...charged],
      switched_off: switched.filter(({ is_on }) => !is_on),
      switched_on: switched.filter(({ is_on }) => is_on),
      messages: told.map(({ notice, ways, example: { contractId, title, text } }) => ({
        notice,
        ways: waysOf(ways),
        example: { contract_id: contractId, title, text },
      })),
      network_orders: orders,
      failed: [...failed],
      compared,
    };
  }),
  begin: async ({ body: { day } }, { db, now, today }) => {
    refuseUnlikely(day, today);
    const { outcome, was } = await beginCharging(db, day, { today, now });
    if (outcome === 'external') throw new Problem('charging_external');
    if (outcome === 'begun') throw chargingBegun(was);
    return { outcome, first_day: day, was, has_come: day <= today };
  },
  ...chargingSourceHandlers,
  run: withoutTransaction(async ({ body }, { db, clock, provider, log, today }) => {
    const { until = today } = body;
    if (until > today) throw wrongField('until', `Этот день ещё не наступил: ${until}`);
    const hold = await db.read((tx) => holdOf(tx, until));
    if (hold) throw onHold(hold);
    await chargeUpTo({ db, clock, provider, log }, { until });
    return { until, failed: (await db.read(failedCharges)).length };
  }),
  status: async (_, { db, clock, provider, today }) => {
    const [days, failed, doubt, held_prices, hold, agreed, reading, sources] = await Promise.all([
      latestDays(db),
      failedCharges(db),
      doubtOfClock(db, { clock, provider }),
      countPricesToSettle(db, today),
      holdOf(db, today),
      agreedBeside(db),
      readingState(db),
      namedSources(db),
    ]);
    return {
      days,
      failed,
      held: doubt?.why ?? null,
      on_hold: hold ? { first_day: hold.until, external: hold.is_external } : null,
      agreed_nights: agreed ?? null,
      billing_views: reading ?? null,
      sources,
      held_prices: failed.length > 0 ? held_prices : 0,
    };
  },
  once: async ({ body }, { db, operator, today }) => {
    const { account_no: accountNo, amount, text, document } = body;
    const charge = { accountNo, what: `document:${document}`, text, amount, day: today };
    const outcome = await orderOneTimeCharge(db, charge);
    if (outcome === 'unknown') throw new Problem('account_unknown');
    if (outcome === 'conflict') throw new Problem('document_conflict', { message: CHARGED_OTHERWISE });
    if (body.dry_run !== 'yes')
      refuseAlone(operator, operatorContract.charging.once, Math.max(amount, await chargedByDocuments(db, charge)));
    return { rehearsed: body.dry_run === 'yes', outcome, amount };
  },
  correct: async ({ body }, scope) => {
    const outcome = await correct(scope.db, body.transaction_id, body.reason, atOf(scope));
    if (outcome === 'unknown') throw new Problem('charge_unknown');
    const amount = kopecks(await chargedBy(scope.db, body.transaction_id));
    if (body.dry_run !== 'yes') {
      const ofDay = await correctedOn(scope.db, body.transaction_id, scope.today);
      refuseAlone(scope.operator, operatorContract.charging.correct, Math.max(amount, ofDay));
    }
    return { rehearsed: body.dry_run === 'yes', outcome, amount };
  },
};
