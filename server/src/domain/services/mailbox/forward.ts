import { randomInt } from 'node:crypto';
import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { hashPassword, isRight } from '#server/domain/identity/credentials/password.ts';
import { notify, sendToContact, settleMatter } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { takeOne } from '../access/allowance.queries.ts';
import { serviceChanged } from '../provisioning/service-changed.ts';
import { forwardCodeLetter, forwardCodeText } from './code.texts.ts';
import {
  askForward,
  confirmForward,
  countTry,
  forwardOf,
  leadsBack,
  switchForward,
  tryDoneCode,
  type ForwardRow,
} from './letters.queries.ts';
import { copiesAreSent } from './notices.ts';
import { copiesTopic } from './topic.ts';

const MINUTE = 60_000;
const CODE_LIFE_MS = 10 * MINUTE;
const AGAIN_AFTER_MS = MINUTE;
export const MOST_FORWARD_CODE_TRIES = 5;
/** Limits of letters with codes: to one address, and from one contract. */
const TO_TARGET = { times: 5, within: 1440 * MINUTE };
const OF_CONTRACT = { times: 20, within: 1440 * MINUTE };

/** When a sent code expires, and when another one may be requested. */
export const forwardCodeTimes = (askedAt: Instant | Date) => ({
  expiresAt: new Date(new Date(askedAt).getTime() + CODE_LIFE_MS),
  againAt: new Date(new Date(askedAt).getTime() + AGAIN_AFTER_MS),
});

interface OfBox {
  readonly userId: number;
  readonly contractId: number;
  readonly address: string;
}

const LOOP = 'Письма вернулись бы в этот же ящик. Укажите другой адрес';

/** Sends a code to the address that will get copies. The address confirmed before gets copies until the new one is confirmed. */
export async function askToForward(tx: Tx, { userId, contractId, address }: OfBox, target: string, now: Date) {
  if (await leadsBack(tx, userId, target)) {
    throw new Problem('bad_input', { message: LOOP, errors: [{ path: 'body.target', message: LOOP }] });
  }
  const before = await forwardOf(tx, userId);
  refuseTooSoon(before, now);
  for (const [bucket, allowance] of [
    [`mail-code:${target}`, TO_TARGET],
    [`mail-code-of:${contractId}`, OF_CONTRACT],
  ] as const) {
    if (!(await takeOne(tx, bucket, allowance, now)).isTaken) {
      const message = 'За сутки отправлено слишком много кодов. Попробуйте завтра';
      throw new Problem('code_too_soon', { message, retryAfter: 3600 });
    }
  }
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await askForward(tx, userId, { target, hash: await hashPassword(code), now });
  const texts = { sms: forwardCodeText, mail: forwardCodeLetter };
  await sendToContact(
    tx,
    texts,
    { kind: 'email', value: target, until: forwardCodeTimes(now).expiresAt },
    { code, address },
  );
  return forwardCodeTimes(now);
}

function refuseTooSoon(before: ForwardRow | undefined, now: Date): void {
  if (!before?.asked_at) return;
  const left = forwardCodeTimes(before.asked_at).againAt.getTime() - now.getTime();
  if (left <= 0) return;
  const seconds = Math.ceil(left / 1000);
  const message = `Код уже отправлен. Новый можно запросить через ${seconds} с`;
  throw new Problem('code_too_soon', { message, retryAfter: seconds });
}

/** Whether the code is right; counts the try. Call it in a transaction of its own, so that a wrong try counts if the call fails. */
export async function tryForwardCode(tx: Tx, userId: number, code: string, now: Date): Promise<boolean> {
  const asked = await forwardOf(tx, userId);
  if (!asked?.code_hash || !asked.asked_at || asked.tries >= MOST_FORWARD_CODE_TRIES) return false;
  if (forwardCodeTimes(asked.asked_at).expiresAt <= now) return false;
  await countTry(tx, userId);
  return isRight(code, asked.code_hash);
}

/**
 * The target of a code that was used already: the client repeats a request whose reply was lost. Counts the try, as for any
 * code.
 */
export async function forwardDone(tx: Tx, userId: number, code: string, now: Date): Promise<string | undefined> {
  const done = await tryDoneCode(tx, userId, MOST_FORWARD_CODE_TRIES, now);
  return done && (await isRight(code, done.done_hash)) ? done.target : undefined;
}

/** Starts sending copies; tells the client, because an intruder may have done it. */
export async function startForward(tx: Tx, { userId, contractId, address }: OfBox, at: At): Promise<string> {
  const { asked, asked_at: askedAt } = (await forwardOf(tx, userId)) ?? {};
  if (asked == null || askedAt == null) throw new Problem('code_wrong');
  if (await leadsBack(tx, userId, asked)) throw new Problem('change_not_allowed', { message: LOOP });
  await confirmForward(tx, userId, forwardCodeTimes(askedAt).expiresAt);
  await serviceChanged(tx, { userId });
  await notify(tx, copiesAreSent, contractId, { address, target: asked }, at);
  return asked;
}

export async function turnForward(
  tx: Tx,
  { userId, contractId, address }: OfBox,
  isOn: boolean,
  at: At,
): Promise<void> {
  const known = await forwardOf(tx, userId);
  if (!known?.target)
    throw new Problem('change_not_allowed', { message: 'Сначала укажите и подтвердите адрес для копий' });
  if (known.is_on === isOn) return;
  if (isOn && (await leadsBack(tx, userId, known.target))) throw new Problem('change_not_allowed', { message: LOOP });
  await switchForward(tx, userId, isOn);
  await serviceChanged(tx, { userId });
  if (isOn) await notify(tx, copiesAreSent, contractId, { address, target: known.target }, at);
  else await settleMatter(tx, contractId, copiesTopic(address), at.now);
}
