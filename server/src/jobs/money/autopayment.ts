import type { Tx } from '#server/db/database.ts';
import {
  autopaymentById,
  activeAfter,
  endAutopayment,
  lockById,
} from '#server/domain/payments/autopayment/autopayment.queries.ts';
import { concludeUnpaid, startDue } from '#server/domain/payments/autopayment/attempt.ts';
import {
  attachCharge,
  attemptOf,
  openAttemptsBefore,
  type AttemptRow,
} from '#server/domain/payments/autopayment/due.queries.ts';
import { planCharge, type AutopaymentTerms } from '#server/domain/payments/autopayment/plan.ts';
import { noteSubscription, watchConnectionAt } from '#server/domain/payments/autopayment/subscription.ts';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { nextLook } from '#server/domain/payments/payment/payment.rules.ts';
import { eachAlone } from '#server/kernel/job/one-at-fault.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { World } from '#server/kernel/world.ts';
import type { Subscriptions } from '#server/integrations/acquirer/subscription-port.ts';
import { contractNo } from '#server/domain/shared/contract-no.queries.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';
const PAGE = 200;
/** An attempt that has not reached the bank within this time is repeated on another day. */
const UNSENT_MS = 6 * 3_600_000;

type Needed = Pick<World, 'db' | 'provider' | 'log'>;

/**
 * The job `runAutopaymentsJob`, every hour: plans and announces charges, and sends due ones to the bank. Each autopayment
 * has its own transaction, so one failure does not affect the others. Returns the number of failures.
 */
export async function runAutopayments(world: Needed, now: Date): Promise<number> {
  const within: AutopaymentTerms = { now, zone: world.provider.time_zone, limits: world.provider.payment };
  let [after, failures] = [NOBODY, 0];
  for (;;) {
    const page = await world.db.read((tx) => activeAfter(tx, after, PAGE));
    const atFault = await eachAlone(
      page,
      ({ autopayment_id }) => planAndStart(world, autopayment_id, within),
      ({ autopayment_id }, err) => {
        world.log.error({ err, autopayment_id }, 'autopayment not carried out');
      },
    );
    failures += atFault.length;
    after = page.at(-1)?.autopayment_id ?? after;
    if (page.length < PAGE) break;
  }
  return failures + (await concludeOld(world, within));
}

/**
 * The job `planAutopaymentJob`: announces money that is already missing, such as a debt, as soon as the autopayment is
 * active.
 */
export const planOne = ({ db, clock, provider }: World, { autopaymentId }: { autopaymentId: string }): Promise<void> =>
  db.write((tx) =>
    planCharge(tx, autopaymentId, { now: clock.now(), zone: provider.time_zone, limits: provider.payment }),
  );

async function planAndStart({ db }: Needed, autopaymentId: string, within: AutopaymentTerms): Promise<void> {
  await db.write((tx) => planCharge(tx, autopaymentId, within));
  await db.write((tx) => startDue(tx, autopaymentId, within));
}

/** Concludes old attempts without a result, each separately; returns the number of failures. */
async function concludeOld({ db, log }: Needed, at: AutopaymentTerms): Promise<number> {
  const before = new Date(at.now.getTime() - UNSENT_MS);
  const atFault = await eachAlone(
    await db.read((tx) => openAttemptsBefore(tx, before)),
    ({ payment_id }) => db.write((tx) => concludeSilent(tx, payment_id, at)),
    ({ payment_id }, err) => {
      log.error({ err, payment_id }, 'attempt of an autopayment not concluded');
    },
  );
  return atFault.length;
}

/**
 * An attempt that never reached the bank is repeated another day; one that the bank does not answer is never repeated.
 */
async function concludeSilent(tx: Tx, paymentId: string, at: AutopaymentTerms): Promise<void> {
  const attempt = await attemptOf(tx, paymentId);
  if (!attempt) return;
  if (attempt.charge_id === null) {
    await concludeUnpaid(tx, paymentId, { outcome: 'not_sent', reason: 'not_sent' }, at);
  } else if (new Date(attempt.expires_at) <= at.now) {
    await concludeUnpaid(tx, paymentId, { outcome: 'refused', reason: 'silent' }, at);
  }
}

/** The job `concludeAutopaymentJob`: asks the bank why it refused, then repeats the charge or ends the autopayment. */
export async function concludeRefusal(world: World, { paymentId }: { paymentId: string }): Promise<void> {
  const { db, clock, provider } = world;
  const attempt = await db.read((tx) => attemptOf(tx, paymentId));
  if (attempt?.outcome !== null || attempt.charge_id === null) return;
  const reason = (await subscriptionsOf(world).refusalOf(attempt.charge_id)) ?? 'other';
  const at = { now: clock.now(), zone: provider.time_zone };
  await db.write((tx) => concludeUnpaid(tx, paymentId, { outcome: 'refused', reason }, at));
}

/**
 * The job `watchAutopaymentJob`: asks the bank whether the client has confirmed, because notifications get lost.
 */
export async function watchAutopayment(world: World, { autopaymentId }: { autopaymentId: string }): Promise<void> {
  const { db, clock, outside, provider, log } = world;
  const known = await db.read((tx) => autopaymentById(tx, autopaymentId));
  if (known?.state !== 'connecting') return;
  const now = clock.now();
  const { subscription_id: subscriptionId } = known;
  const state =
    subscriptionId === null
      ? 'new'
      : await outside.subscriptions?.stateOf(subscriptionId, now).catch((err: unknown) => {
          log.warn({ err, subscription_id: subscriptionId }, 'bank does not answer');
        });
  const expiresAt = new Date(known.expires_at);
  const next = nextLook(now, new Date(known.created_at), expiresAt);
  await db.write(async (tx) => {
    if (state !== undefined && state !== 'new' && subscriptionId !== null) {
      return noteSubscription(tx, known.acquirer, { subscriptionId, state }, { now, zone: provider.time_zone });
    }
    if (next) return watchConnectionAt(tx, autopaymentId, next);
    const latest = await lockById(tx, autopaymentId);
    if (latest?.state === 'connecting') await endAutopayment(tx, autopaymentId, 'expired', now);
  });
}

/**
 * Delivers a charge: announces it, stores its id, takes the money. If the process dies and it is repeated, the bank
 * sees the same charge and takes it once. Nothing is taken after the client has switched the autopayment off.
 */
export async function chargeAutopayment(world: World, { paymentId }: { paymentId: string }): Promise<void> {
  const { db, clock, provider } = world;
  const bank = subscriptionsOf(world);
  const attempt = await db.read((tx) => attemptOf(tx, paymentId));
  if (attempt?.outcome !== null) return;
  const at = { now: clock.now(), zone: provider.time_zone };
  const isWanted = await db.read((tx) => isStillWanted(tx, attempt));
  const chargeId = isWanted ? (attempt.charge_id ?? (await announced(world, bank, attempt))) : undefined;
  if (chargeId !== undefined) return bank.take(chargeId, at.now);
  // What is announced may have been taken: the bank itself says how it ends.
  if (attempt.charge_id === null)
    await db.write((tx) => concludeUnpaid(tx, paymentId, { outcome: 'not_sent', reason: 'off' }, at));
}

/** The client may have ended the autopayment since the effect was enqueued. */
const isStillWanted = async (tx: Tx, { autopayment_id }: AttemptRow) =>
  (await autopaymentById(tx, autopayment_id))?.state === 'active';

/** Returns the bank's id of the charge after storing it; undefined if the attempt or its autopayment has ended meanwhile. */
async function announced({ db }: World, bank: Subscriptions, attempt: AttemptRow): Promise<string | undefined> {
  const [autopayment, no] = await db.read(async (tx) => {
    const found = await autopaymentById(tx, attempt.autopayment_id);
    return [found, found ? await contractNo(tx, found.contract_id) : ''] as const;
  });
  if (!autopayment?.subscription_id) throw new Error(`Autopayment ${attempt.autopayment_id} has no subscription`);
  const { chargeId } = await bank.announce({
    paymentId: attempt.payment_id,
    subscriptionId: autopayment.subscription_id,
    amount: attempt.amount,
    purpose: `Автоплатёж, договор ${no}, счёт «${ACCOUNT_NAMES[autopayment.kind]}»`,
    createdAt: new Date(attempt.made_at),
    expiresAt: new Date(attempt.expires_at),
  });
  const isAttached = await db.write(async (tx) => {
    const latest = await lockById(tx, attempt.autopayment_id);
    return latest?.state === 'active' && attachCharge(tx, attempt.payment_id, chargeId);
  });
  return isAttached ? chargeId : undefined;
}

/** Delivers an end of an autopayment: the bank unbinds the account. */
export const cancelSubscription = (world: World, { subscriptionId }: { subscriptionId: string }): Promise<void> =>
  subscriptionsOf(world).cancel(subscriptionId);

/** The bank that binds accounts; throws if there is none, so the effect waits until there is one. */
function subscriptionsOf({ outside }: World): Subscriptions {
  if (outside.subscriptions) return outside.subscriptions;
  throw new Problem('outside_unavailable', { message: 'Банк с автоплатежами не подключён' });
}
