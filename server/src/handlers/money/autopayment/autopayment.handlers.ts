import type { contract } from '@kabinet/contract';
import { dayIn } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Database, Tx } from '#server/db/database.ts';
import {
  attachSubscription,
  latestAutopayment,
  lockAlive,
  setSkipped,
  type AutopaymentRow,
} from '#server/domain/payments/autopayment/autopayment.queries.ts';
import {
  ceilingsFor,
  needOf,
  periodOfDue,
  type AutopaymentRule,
} from '#server/domain/payments/autopayment/autopayment.rules.ts';
import { consentText, CONSENT_VERSION } from '#server/domain/payments/autopayment/autopayment.texts.ts';
import { openDue, setDueState } from '#server/domain/payments/autopayment/due.queries.ts';
import { firstCharge, nextCharge } from '#server/domain/payments/autopayment/next-charge.ts';
import { forecastFor, type AutopaymentTerms } from '#server/domain/payments/autopayment/plan.ts';
import {
  CONNECT_LIFE_MS,
  setRule,
  switchAutopaymentOff,
  watchConnectionAt,
} from '#server/domain/payments/autopayment/subscription.ts';
import { isNamedOutside } from '#server/domain/billing/charging/source.queries.ts';
import type { AccountForecast } from '#server/domain/billing/forecast/forecast.queries.ts';
import { monthlyOf } from '#server/domain/billing/forecast/price.rules.ts';
import { nextLook } from '#server/domain/payments/payment/payment.rules.ts';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { rubles } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { withoutTransaction, type Handler, type Handlers, type ScopeOf } from '#server/kernel/world.ts';
import type { Subscriptions } from '#server/integrations/acquirer/subscription-port.ts';
import { contractNo } from '#server/domain/shared/contract-no.queries.ts';
import { accountOfKind } from './autopayment.queries.ts';
import { stateAnswer } from './state.ts';

type Kind = keyof typeof ACCOUNT_NAMES;
type AutopaymentScope = Pick<
  ScopeOf<typeof contract.autopayment.get>,
  'subscriber' | 'now' | 'today' | 'provider' | 'outside'
>;

const get: Handler<typeof contract.autopayment.get> = async ({ query: { p, days, ceiling } }, scope) => {
  if (ceiling !== undefined) refuseUnfit(ceiling, scope.provider.payment);
  return answerFor(scope.db, scope, p, { days, ceiling });
};

// The bank is called between two short transactions: no lock waits for the network.
const set = withoutTransaction<typeof contract.autopayment.set>(async ({ body }, scope) => {
  const { db, now, outside, provider, subscriber, request } = scope;
  const { p, days, ceiling, consent } = body;
  refuseUnfit(ceiling, provider.payment);
  if (consent !== CONSENT_VERSION) throw new Problem('autopayment_consent_changed');
  const bank = outside.subscriptions;
  if (!bank) throw new Problem('autopayment_unavailable');
  const [accountId, no] = await db.read(async (tx) => {
    // Nobody here knows what will be charged.
    if (await isNamedOutside(tx, { contracts: [subscriber.contractId] })) throw new Problem('autopayment_unavailable');
    return Promise.all([accountOf(tx, subscriber.contractId, p), contractNo(tx, subscriber.contractId)]);
  });
  const rule: AutopaymentRule = { days, ceiling };
  const text = consentText({ provider: provider.name, contractNo: no, kind: p, rule });
  const agreed = { accountId, acquirer: bank.acquirer, rule, text, ip: request.ip, now };
  const autopayment = await db.write((tx) => setRule(tx, agreed));
  if (autopayment.state === 'connecting') await connect(db, bank, autopayment, now);
  return db.read((tx) => answerFor(tx, scope, p, {}));
});

/** Orders the subscription at the bank. If the process dies here, the next request continues. */
async function connect(db: Database, bank: Subscriptions, autopayment: AutopaymentRow, now: Date): Promise<void> {
  if (autopayment.subscription_id !== null) return;
  const { autopayment_id: autopaymentId, contract_id, kind, created_at, expires_at } = autopayment;
  const { subscriptionId, payload } = await bank.create({
    autopaymentId,
    purpose: `Договор ${await db.read((tx) => contractNo(tx, contract_id))}, счёт «${ACCOUNT_NAMES[kind]}»`,
    createdAt: new Date(created_at),
    expiresAt: new Date(expires_at),
  });
  const end = new Date(now.getTime() + CONNECT_LIFE_MS);
  await db.write(async (tx) => {
    await attachSubscription(tx, autopaymentId, subscriptionId, payload);
    await watchConnectionAt(tx, autopaymentId, nextLook(now, now, end) ?? end);
  });
}

const skip: Handler<typeof contract.autopayment.skip> = async ({ body: { p, skip: isSkipped } }, scope) => {
  const { db, subscriber } = scope;
  const autopayment = await lockAlive(db, await accountOf(db, subscriber.contractId, p));
  if (autopayment?.state !== 'active') throw new Problem('autopayment_none');
  if (isSkipped) await skipNext(db, autopayment, withinOf(scope));
  else await setSkipped(db, autopayment.autopayment_id, null);
  return answerFor(db, scope, p, {});
};

/** Skips the month of the next charge; a charge that the bank is processing cannot be stopped. */
async function skipNext(tx: Tx, autopayment: AutopaymentRow, within: AutopaymentTerms): Promise<void> {
  const { autopayment_id, account_id } = autopayment;
  const due = await openDue(tx, autopayment_id);
  if (due?.state === 'charging') throw new Problem('autopayment_under_way');
  const today = dayIn(within.zone, within.now);
  // The charge that was shown: after a change of the rule it may differ from the planned one.
  const forecast = await forecastFor(tx, account_id, today);
  const { next } = await nextCharge(tx, autopayment, forecast, within);
  if (due) await setDueState(tx, due.due_id, 'cancelled');
  const dueDay = next?.due_day ?? needOf(forecast)?.dueDay ?? today;
  await setSkipped(tx, autopayment_id, periodOfDue({ dueDay }));
}

const off: Handler<typeof contract.autopayment.off> = async ({ body: { p } }, scope) => {
  const { db, subscriber, now } = scope;
  await switchAutopaymentOff(db, await accountOf(db, subscriber.contractId, p), now);
  return answerFor(db, scope, p, {});
};

export const autopaymentHandlers: Handlers<typeof contract.autopayment> = { get, set, skip, off };

async function accountOf(tx: Tx, contractId: number, kind: Kind): Promise<number> {
  const account = await accountOfKind(tx, contractId, kind);
  if (!account) throw new Problem('payment_no_account');
  return account.account_id;
}

const withinOf = ({ now, provider }: Pick<AutopaymentScope, 'now' | 'provider'>): AutopaymentTerms => ({
  now,
  zone: provider.time_zone,
  limits: provider.payment,
});

interface Drafted {
  readonly days?: number | undefined;
  readonly ceiling?: Kopecks | undefined;
}

const DAYS_AT_FIRST = 3;

const isAvailable = ({ outside }: AutopaymentScope, { isExternal }: AccountForecast): boolean =>
  outside.subscriptions !== undefined && !isExternal;

/** The current autopayment, with the terms of the choice being made. */
async function answerFor(tx: Tx, scope: AutopaymentScope, kind: Kind, { days, ceiling }: Drafted) {
  const { provider, subscriber, today } = scope;
  const accountId = await accountOf(tx, subscriber.contractId, kind);
  const [autopayment, forecast] = await Promise.all([
    latestAutopayment(tx, accountId),
    forecastFor(tx, accountId, today),
  ]);
  const ceilings = ceilingsFor(kopecks(monthlyOf(forecast.prices, today)), provider.payment);
  const chosen: AutopaymentRule = {
    days: days ?? autopayment?.days ?? DAYS_AT_FIRST,
    ceiling: ceiling ?? autopayment?.ceiling ?? ceilings[0] ?? provider.payment.largest,
  };
  const within = withinOf(scope);
  const state = await stateAnswer(tx, { autopayment, forecast, kind, within });
  return {
    ...state,
    available: isAvailable(scope, forecast),
    offer: {
      ...state.offer,
      ceilings: [...ceilings],
      chosen: {
        ...chosen,
        sentence: state.offer.sentenceOf(chosen),
        ...(await aheadOf(tx, { autopayment, rule: chosen, forecast, within })),
      },
      consent: {
        version: CONSENT_VERSION,
        text: consentText({
          provider: provider.name,
          contractNo: await contractNo(tx, subscriber.contractId),
          kind,
          rule: chosen,
        }),
      },
    },
  };
}

interface Drafting {
  readonly autopayment: AutopaymentRow | undefined;
  readonly rule: AutopaymentRule;
  readonly forecast: AccountForecast;
  readonly within: AutopaymentTerms;
}

/** The charge that the chosen rule leads to; an active autopayment keeps its announced one. */
async function aheadOf(tx: Tx, { autopayment, rule, forecast, within }: Drafting) {
  if (autopayment?.state !== 'active') return firstCharge(tx, rule, forecast, within);
  const { next, trouble } = await nextCharge(tx, { ...autopayment, ...rule }, forecast, within);
  return { next, trouble };
}

function refuseUnfit(ceiling: Kopecks, { smallest }: { smallest: Kopecks }): void {
  if (ceiling >= smallest) return;
  throw new Problem('autopayment_bad_choice', { message: `В месяц — не меньше ${rubles(smallest)}` });
}
