import { randomInt } from 'node:crypto';
import type { Tx } from '#db/database.ts';
import { Problem } from '#kernel/problem.ts';
import { hashPassword } from '#domain/identity/credentials/password.ts';
import { sendToContact } from '#domain/messaging/notify.ts';
import { countSent, insertCode, type Sent, type Target } from './code.queries.ts';
import { codeLetter, codeText } from './code.texts.ts';

const CODE_LIFE_MS = 10 * 60_000;
const AGAIN_AFTER_MS = 60_000;
/** Within a day. */
const MOST_OF_A_SERVICE = 5;
const MOST_TO_A_TARGET = 5;
const MOST_OF_A_CONTRACT = 20;
/** Text messages of the whole system within an hour. */
const MOST_OF_AN_HOUR = 200;

/** Sends a six-digit code for a new password and invalidates the previous one. Only its hash is stored. */
export async function sendCode(tx: Tx, target: Target, now: Date): Promise<{ expires_at: Date; again_at: Date }> {
  const again_at = new Date(now.getTime() + AGAIN_AFTER_MS);
  const expires_at = new Date(now.getTime() + CODE_LIFE_MS);
  refuseTooMany(await countSent(tx, target, now), target, now);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await insertCode(tx, target, { hash: await hashPassword(code), now, expiresAt: expires_at });
  await sendToContact(tx, { sms: codeText, mail: codeLetter }, { kind: target.channel, value: target.target }, code);
  return { expires_at, again_at };
}

function refuseTooMany(sent: Sent, { channel }: Target, now: Date): void {
  const next = sent.last_sent_at === null ? 0 : Date.parse(sent.last_sent_at) + AGAIN_AFTER_MS - now.getTime();
  if (next > 0) {
    const seconds = Math.ceil(next / 1000);
    const message = `Код уже отправлен. Новый можно запросить через ${seconds} с`;
    throw new Problem('schedule_code_too_soon', { message, retryAfter: seconds });
  }
  const isTooMany =
    sent.of_service >= MOST_OF_A_SERVICE ||
    sent.to_target >= MOST_TO_A_TARGET ||
    sent.of_contract >= MOST_OF_A_CONTRACT;
  if (isTooMany) {
    throw new Problem('schedule_code_too_soon', {
      message: 'За сутки отправлено слишком много кодов. Попробуйте завтра или позвоните в поддержку',
    });
  }
  if (channel === 'phone' && sent.of_hour >= MOST_OF_AN_HOUR) throw new Problem('overloaded', { retryAfter: 600 });
}
