import { dayIn } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/billing/debt/debt.ts';
import { notify, settleMatter } from '#server/domain/messaging/notify.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { phoneText } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { ChangeSubject } from '../service-change/change-summary.ts';
import { changeService, chargeMissingDays } from '../service-change/settle-change.ts';
import type { BlockResult } from './block.ts';
import { isClosedByUs, whyNotBlocked } from './block.rules.ts';
import {
  insertNumberBlock,
  liftNumberBlock,
  numberTarget,
  releaseNumber,
  type NumberTarget,
} from './number.queries.ts';
import { serviceBlocked, serviceOpened } from './notices.ts';
import { blockTopic } from './topic.ts';

interface NumberRequest {
  readonly phoneNumber: string;
  readonly isRehearsal: boolean;
}

type SupportedAt = At & { readonly support: string };

/** Closes a phone number by the decision of the provider, by the rules of `blockService`. */
export async function blockPhoneNumber(
  tx: Tx,
  {
    phoneNumber,
    reason,
    operator,
    isRehearsal,
  }: NumberRequest & { readonly reason: string; readonly operator: string },
  at: SupportedAt,
): Promise<BlockResult> {
  const number = await upToDateNumber(tx, phoneNumber, at);
  const refusal = whyNotBlocked(number.situation);
  if (refusal !== null) throw new Problem('change_not_allowed', { message: refusal });
  const make = async () => {
    await insertNumberBlock(tx, { phoneNumber, reason, operator, now: at.now });
    await serviceChanged(tx, { phoneNumber });
    await notify(tx, serviceBlocked, number.contract_id, { ...toldOf(number, at), reason }, at);
    return { ...effectsAt(number, at, false), switches_off: [phoneText(phoneNumber)] };
  };
  const outcome = await changeService(tx, number, { isRehearsal, make }, at);
  return { service: phoneText(phoneNumber), outcome: { ...outcome, monthly: { ...outcome.monthly, will: FREE } } };
}

/** Opens it again, by the rules of `unblockService`. */
export async function unblockPhoneNumber(
  tx: Tx,
  { phoneNumber, isRehearsal }: NumberRequest,
  at: SupportedAt,
): Promise<BlockResult> {
  const number = await upToDateNumber(tx, phoneNumber, at);
  if (!isClosedByUs(number.situation))
    throw new Problem('change_not_allowed', { message: 'Провайдер этот номер не закрывал' });
  const make = async () => {
    await liftNumberBlock(tx, phoneNumber, at.now);
    const { state } = await releaseNumber(tx, phoneNumber, at.now);
    await settleMatter(tx, number.contract_id, blockTopic({ phoneNumber }), at.now);
    await serviceChanged(tx, { phoneNumber });
    return { ...effectsAt(number, at, true), switches_on: state === 'active' ? [phoneText(phoneNumber)] : [] };
  };
  const outcome = await changeService(tx, number, { isRehearsal, make }, at);
  const { situation } = await numberTarget(tx, phoneNumber, { lock: false });
  if (situation === 'active') await notify(tx, serviceOpened, number.contract_id, toldOf(number, at), at);
  const notes = situation === 'debt' ? [...outcome.notes, STILL_IN_DEBT] : outcome.notes;
  return {
    service: phoneText(phoneNumber),
    outcome: { ...outcome, notes, monthly: { ...outcome.monthly, was: FREE } },
  };
}

const FREE = kopecks(0);
const STILL_IN_DEBT = 'Номер останется отключённым за долг, пока счёт не пополнят';

/** Locked with its account, after the days that the run has not charged yet, which may change it. */
async function upToDateNumber(tx: Tx, phoneNumber: string, at: At): Promise<NumberTarget> {
  const number = await numberTarget(tx, phoneNumber, { lock: true });
  await chargeMissingDays(tx, number, dayIn(at.zone, at.now), at);
  return numberTarget(tx, phoneNumber, { lock: false });
}

const toldOf = ({ phone_number: phoneNumber }: NumberTarget, { support }: SupportedAt) => ({
  phoneNumber,
  name: phoneText(phoneNumber),
  support,
});

function effectsAt({ phone_number: phone }: NumberTarget, { now, zone }: At, opens: boolean) {
  const plan = [`${phone}:plan`];
  const subject: ChangeSubject = { userId: null, was: opens ? [] : plan, will: opens ? plan : [] };
  return { subject, from: dayIn(zone, now) };
}
