import { dayIn } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/billing/debt/debt.ts';
import { notify, settleMatter } from '#server/domain/messaging/notify.ts';
import { followSchedule } from '#server/domain/services/access-schedule/follow.ts';
import { release } from '#server/domain/services/access/access.queries.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { serviceRow, type ServiceRow } from '#server/domain/services/service/service-row.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { endUndo } from '../plan/undo.ts';
import type { ChangeOutcome, ChangeSubject } from '../service-change/change-summary.ts';
import { changeService, upToDateService } from '../service-change/settle-change.ts';
import { insertBlock, liftBlock } from './block.queries.ts';
import { isClosedByUs, whyNotBlocked } from './block.rules.ts';
import { serviceBlocked, serviceOpened } from './notices.ts';
import { blockTopic } from './topic.ts';

export interface BlockRequest {
  readonly userId: number;
  readonly isRehearsal: boolean;
}

/** The outcome for the money, and the service, for the timeline. */
export interface BlockResult {
  readonly service: string;
  readonly outcome: ChangeOutcome;
}

/** The price of a service that costs nothing while it is closed. */
const subjectOf = (userId: number, { opens }: { opens: boolean }): ChangeSubject => {
  const plan = [`${userId}:plan`];
  return { userId, was: opens ? [] : plan, will: opens ? plan : [] };
};

/**
 * Closes a service by the decision of the provider: nothing is charged while it is closed (`feeIn`), and charges for days that are left
 * are given back at once. The subscriber is told why.
 */
export async function blockService(
  tx: Tx,
  { userId, reason, operator, isRehearsal }: BlockRequest & { readonly reason: string; readonly operator: string },
  at: At & { readonly support: string },
): Promise<BlockResult> {
  const service = await upToDateService(tx, userId, undefined, at);
  const refusal = whyNotBlocked(service.situation);
  if (refusal !== null) throw new Problem('change_not_allowed', { message: refusal });
  const make = async () => {
    const ends_undo = await endUndo(tx, service, at);
    await insertBlock(tx, { userId, reason, operator, now: at.now });
    await serviceChanged(tx, { userId });
    await notify(tx, serviceBlocked, service.contract_id, { userId, ...toldOf(service, at), reason }, at);
    return { ...effectsAt(userId, at), switches_off: [service.name], ends_undo };
  };
  const outcome = await changeService(tx, service, { isRehearsal, make }, at);
  return { service: service.name, outcome: { ...outcome, monthly: { ...outcome.monthly, will: FREE } } };
}

/**
 * Opens it again. What is left of the period is charged at once, and it is refused if the account cannot pay, because a debt would
 * close the other services of the account tonight. A service of an account in debt opens when that is paid.
 */
export async function unblockService(
  tx: Tx,
  { userId, isRehearsal }: BlockRequest,
  at: At & { readonly support: string },
): Promise<BlockResult> {
  const service = await upToDateService(tx, userId, undefined, at);
  if (!isClosedByUs(service.situation))
    throw new Problem('change_not_allowed', { message: 'Провайдер эту услугу не закрывал' });
  const make = async () => {
    await liftBlock(tx, userId, at.now);
    const { state } = await release(tx, userId, at.now);
    await settleMatter(tx, service.contract_id, blockTopic({ userId }), at.now);
    await serviceChanged(tx, { userId });
    return { ...effectsAt(userId, at, true), switches_on: state === 'active' ? [service.name] : [] };
  };
  const outcome = await changeService(tx, service, { isRehearsal, make }, at);
  await followSchedule(tx, userId, at);
  // Days that were given back may have paid the debt meanwhile.
  const { situation } = await serviceRow(tx, userId, { lock: false });
  if (situation === 'active')
    await notify(tx, serviceOpened, service.contract_id, { userId, ...toldOf(service, at) }, at);
  const notes = situation === 'debt' ? [...outcome.notes, STILL_IN_DEBT] : outcome.notes;
  return { service: service.name, outcome: { ...outcome, notes, monthly: { ...outcome.monthly, was: FREE } } };
}

/** Prices of a service are told as they are when it works. */
const FREE = kopecks(0);
const STILL_IN_DEBT = 'Услуга останется отключённой за долг, пока счёт не пополнят';

const toldOf = ({ name }: ServiceRow, { support }: { readonly support: string }) => ({ name, support });
const effectsAt = (userId: number, { now, zone }: At, opens = false) => ({
  subject: subjectOf(userId, { opens }),
  from: dayIn(zone, now),
});
