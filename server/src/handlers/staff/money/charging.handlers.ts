import { kopecks } from '@kabinet/contract/kernel/money';
import { operatorContract, type OperatorContract } from '@kabinet/contract/staff';
import { addDays, type Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { beginCharging, firstDays, nameChargingSource } from '#server/domain/billing-run/begin.ts';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { doubtOfClock } from '#server/domain/billing-run/doubt.ts';
import { failedCharges, latestDays } from '#server/domain/billing-run/charge-run.queries.ts';
import { agreedBeside, NIGHTS_NEEDED, shadowState } from '#server/domain/billing-run/shadow/nights.ts';
import { rehearseFirstNight, type FirstNight } from '#server/domain/billing-run/first-night.ts';
import { holdOf, type ChargingHold } from '#server/domain/billing/charging/hold.queries.ts';
import { isChargedOutside, type ChargingSource } from '#server/domain/billing/charging/source.queries.ts';
import { correct, correctedOn } from '#server/domain/billing/correction/correct.ts';
import { countUnsettled, countWaiting } from '#server/domain/billing/outside/request.queries.ts';
import { handPlannedOver } from '#server/domain/changes/outside/planned.queries.ts';
import { readingState } from '#server/domain/changes/outside/views/reading.queries.ts';
import { settleAsked } from '#server/domain/changes/outside/settle-asked.ts';
import { chargedByDocuments, orderOneTimeCharge } from '#server/domain/billing/fee/one-time.queries.ts';
import { countPricesToSettle } from '#server/domain/changes/price/price.queries.ts';
import { dayText, YEARLESS } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { withoutTransaction } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { atOf } from '../at.ts';
import { refuseAlone, wrongField } from '../refusals.ts';
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

const begun = (since: Day | null): Problem =>
  new Problem('charging_begun', {
    message: `Списания уже ${since === null ? 'идут' : `начаты с ${dayText(since, YEARLESS)}`}, этого не изменить`,
  });

/** Who has compared nights switches once they agree, or says that he does not wait. */
async function refuseEarly(tx: Tx): Promise<void> {
  const { nights, agreed } = await shadowState(tx);
  if (nights.length === 0 || agreed >= NIGHTS_NEEDED || !(await isChargedOutside(tx))) return;
  throw new Problem('shadow_disagrees', {
    message: `Ночей подряд без расхождений: ${agreed} из ${NIGHTS_NEEDED}. Смотрите charge shadow. Всё равно переключиться — charge own --early=да`,
  });
}

/** Nobody answers after the switch, so what waits is decided before it, or by it. */
async function refuseUnsettled(tx: Tx): Promise<void> {
  if (!(await isChargedOutside(tx))) return;
  const { money, changes, refused, rows } = await countUnsettled(tx);
  if (money + changes + refused + rows === 0) return;
  const parts = [
    [money, 'запросов о деньгах'],
    [changes, 'просьб об услугах'],
    [refused, 'отказов по деньгам'],
    [rows, 'непринятых строк'],
  ] as const;
  const told = parts.filter(([count]) => count > 0).map(([count, what]) => `${what} — ${count}`);
  throw new Problem('billing_unsettled', {
    message: `С другой расчётной системой не решено: ${told.join(', ')}. Смотрите billing requests и billing conflicts, отвечайте за неё billing answer. Решить всё сразу — charge own --settle=да: деньги останутся в наших книгах, просьбы об услугах получат отказ`,
  });
}

const WAYS = ['portal', 'sms', 'mail', 'telegram', 'max', 'push'] as const;

const waysOf = (ways: FirstNight['told'][number]['ways']) =>
  WAYS.flatMap((way) => (ways[way] === undefined ? [] : [{ way, count: ways[way] }]));

async function nameSource({ db, now, today }: { db: Tx; now: Date; today: Day }, source: ChargingSource) {
  const named = await nameChargingSource(db, source, { today, now });
  if (named.outcome === 'begun') throw begun(named.since);
  if (source === 'external' && named.outcome === 'changed') await handPlannedOver(db, now);
  return { outcome: named.outcome, unanswered: await countWaiting(db) };
}

function refuseUnlikely(day: Day, today: Day): void {
  const { from, until } = firstDays(today);
  if (day < from || day > until)
    throw wrongField('day', `Первым днём может быть день с ${dayText(from, YEARLESS)} по ${dayText(until, YEARLESS)}`);
}

export const chargingHandlers: PlainHandlers<OperatorContract['charging'], 'run' | 'rehearse'> = {
  rehearse: withoutTransaction(async ({ body }, { db, clock, provider, today }) => {
    const hold = await db.read((tx) => holdOf(tx, today));
    if (!hold) throw begun(null);
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
    if (outcome === 'begun') throw begun(was);
    return { outcome, first_day: day, was, has_come: day <= today };
  },
  external: (_, scope) => nameSource(scope, 'external'),
  own: async ({ body }, scope) => {
    if (body.early === undefined) await refuseEarly(scope.db);
    if (body.settle === undefined) {
      await refuseUnsettled(scope.db);
      return { ...(await nameSource(scope, 'own')), settled: null };
    }
    const { outcome } = await nameSource(scope, 'own');
    const settled = await settleAsked(scope.db, { ...atOf(scope), today: scope.today });
    return { outcome, unanswered: 0, settled };
  },
  run: withoutTransaction(async ({ body }, { db, clock, provider, log, today }) => {
    const { until = today } = body;
    if (until > today) throw wrongField('until', `Этот день ещё не наступил: ${until}`);
    const hold = await db.read((tx) => holdOf(tx, until));
    if (hold) throw onHold(hold);
    await chargeUpTo({ db, clock, provider, log }, { until });
    return { until, failed: (await db.read(failedCharges)).length };
  }),
  status: async (_, { db, clock, provider, today }) => {
    const [days, failed, doubt, held_prices, hold, agreed, reading] = await Promise.all([
      latestDays(db),
      failedCharges(db),
      doubtOfClock(db, { clock, provider }),
      countPricesToSettle(db, today),
      holdOf(db, today),
      agreedBeside(db),
      readingState(db),
    ]);
    return {
      days,
      failed,
      held: doubt?.why ?? null,
      on_hold: hold ? { first_day: hold.until, external: hold.is_external } : null,
      agreed_nights: agreed ?? null,
      billing_views: reading ?? null,
      held_prices: failed.length > 0 ? held_prices : 0,
    };
  },
  once: async ({ body }, { db, operator, today }) => {
    const { account_no: accountNo, amount, text, document } = body;
    const charge = { accountNo, what: `document:${document}`, text, amount, day: today };
    const outcome = await orderOneTimeCharge(db, charge);
    if (outcome === 'unknown') throw new Problem('account_unknown');
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
