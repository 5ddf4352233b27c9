import { randomInt } from 'node:crypto';
import type { Database, Tx } from '#db/database.ts';
import { hashPassword, isRight } from '../credentials/password.ts';
import type { ChannelTexts } from '#domain/messaging/notice.ts';
import { sendToContact } from '#domain/messaging/notify.ts';
import type { Outside } from '#integrations/port.ts';
import { Problem } from '#kernel/problem.ts';
import type { Address } from './address.rules.ts';
import { countSent, insertCode, spend, tryCode, trySpentCode, type CodeFor, type SentCounts } from './code.queries.ts';
import {
  AGAIN_AFTER_MS,
  CODE_LIFE_MS,
  MOST_OF_CONTRACT,
  MOST_OF_HOUR,
  MOST_TO_ADDRESS,
  wrongCodeText,
} from './code.rules.ts';
import { codeLetter, codeText, UNREACHED } from './code.texts.ts';
import { activeContact } from './contact.queries.ts';

// The one mechanism of codes. To ask for a code: `sendCode`, or `sendCodeToConfirmed` if it must go to a contact that
// the client has confirmed before. To accept it: `checkCode`, then `spendCode` in the transaction of what it opens.

/** Something that a code opens. */
export interface Purpose {
  /** In the database: `phone`, `recovery` … */
  readonly name: string;
  /** Continues «код, чтобы …» in the message. */
  readonly what: string;
  /** Codes of this purpose within a day; if absent, only the limits of the address and of the contract apply. */
  readonly mostADay?: number;
  /** The length of the code; six if absent. */
  readonly digits?: number;
}

export interface SendCode extends Address {
  readonly contractId: number;
  readonly purpose: Purpose;
}

export interface Sending {
  readonly now: Date;
  /** The portal's address for browsers. */
  readonly publicUrl: string;
  readonly outside: Pick<Outside, 'reaches'>;
}

export interface SentCode {
  readonly expires_at: Date;
  readonly again_at: Date;
}

/** Sends a code to an address and stores only its hash. An earlier code of the same purpose is not valid any more. */
export async function sendCode(
  tx: Tx,
  { contractId, kind, address, purpose }: SendCode,
  { now, publicUrl, outside }: Sending,
): Promise<SentCode> {
  refuseUnreached(outside, kind);
  const of = { contractId, purpose: purpose.name };
  refuseTooMany(await countSent(tx, of, address, now), kind, purpose, now);
  const { digits = 6 } = purpose;
  const code = String(randomInt(10 ** digits)).padStart(digits, '0');
  const expiresAt = new Date(now.getTime() + CODE_LIFE_MS);
  await insertCode(tx, of, { kind, address }, { hash: await hashPassword(code), now, expiresAt });
  const texts = { sms: codeText, mail: codeLetter };
  const host = new URL(publicUrl).host;
  await sendToContact(tx, texts, { kind, value: address, until: expiresAt }, { code, what: purpose.what, host });
  return { expires_at: expiresAt, again_at: new Date(now.getTime() + AGAIN_AFTER_MS) };
}

/** Sends another message instead of a requested code; it counts for the limits like a code. */
export async function sendInsteadOfCode<Data>(
  tx: Tx,
  { contractId, kind, address, purpose }: SendCode,
  texts: Required<ChannelTexts<Data>>,
  data: NoInfer<Data>,
  { now }: Pick<Sending, 'now'>,
): Promise<void> {
  const of = { contractId, purpose: purpose.name };
  refuseTooMany(await countSent(tx, of, address, now), kind, purpose, now);
  await insertCode(tx, of, { kind, address }, { hash: '', now, expiresAt: now });
  await sendToContact(tx, texts, { kind, value: address }, data);
}

/** Sends a code to the confirmed phone or e-mail of a contract; undefined if there is none. */
export async function sendCodeToConfirmed(
  tx: Tx,
  { contractId, kind, purpose }: Omit<SendCode, 'address'>,
  sending: Sending,
): Promise<(SentCode & { readonly address: string }) | undefined> {
  const address = await activeContact(tx, contractId, kind);
  if (address === undefined) return undefined;
  return { ...(await sendCode(tx, { contractId, kind, address, purpose }, sending)), address };
}

/** Refuses a code that would never come. */
export function refuseUnreached({ reaches }: Sending['outside'], kind: Address['kind']): void {
  if (!reaches[kind]) throw new Problem('channel_absent', { message: UNREACHED[kind] });
}

function refuseTooMany(sent: SentCounts, kind: Address['kind'], { mostADay = Infinity }: Purpose, now: Date): void {
  refuseTooSoon(sent, now);
  const isTooMany =
    sent.of_purpose >= mostADay || sent.to_address >= MOST_TO_ADDRESS || sent.of_contract >= MOST_OF_CONTRACT;
  if (isTooMany) {
    const message = 'За сутки отправили слишком много кодов. Попробуйте завтра или позвоните в поддержку';
    throw new Problem('code_too_soon', { message, retryAfter: 86_400 });
  }
  if (kind === 'phone' && sent.of_hour >= MOST_OF_HOUR) throw new Problem('overloaded', { retryAfter: 600 });
}

function refuseTooSoon({ last_sent_at: last }: SentCounts, now: Date): void {
  const rest = last === null ? 0 : Date.parse(last) + AGAIN_AFTER_MS - now.getTime();
  if (rest <= 0) return;
  const seconds = Math.ceil(rest / 1000);
  const message = `Код уже отправлен. Новый можно запросить через ${seconds} с`;
  throw new Problem('code_too_soon', { message, retryAfter: seconds });
}

/** A right code: it may be spent once. */
export interface CheckedCode {
  readonly of: CodeFor;
  readonly codeId: number;
  /** Where it was sent: the phone or e-mail that it proves. */
  readonly address: string;
}

/**
 * Checks a typed code; refuses a wrong one by `code_wrong`. Counts the try in a transaction of its own, so that it also counts
 * when the call is refused. The caller must not have a transaction open.
 */
export async function checkCode(db: Database, of: CodeFor, typed: string, now: Date): Promise<CheckedCode> {
  const tried = await db.write((tx) => tryCode(tx, of, now));
  if (!tried) throw new Problem('code_wrong');
  if (!(await isRight(typed, tried.code_hash))) {
    throw new Problem('code_wrong', { message: wrongCodeText(tried.tries) });
  }
  return { of, codeId: tried.contact_code_id, address: tried.address };
}

/**
 * Whether an earlier copy of this request, whose reply was lost, has already used the code: the code is right, spent, and not
 * expired. Counts a try like `checkCode`.
 */
export async function wasSpentBy(db: Database, of: CodeFor, typed: string, now: Date): Promise<boolean> {
  const tried = await db.write((tx) => trySpentCode(tx, of, now));
  return tried !== undefined && isRight(typed, tried.code_hash);
}

/** Spends a checked code in the transaction of what it opens: of two who use it at once, the second is refused. */
export async function spendCode(tx: Tx, { of, codeId }: CheckedCode, now: Date): Promise<void> {
  if (!(await spend(tx, of, codeId, now))) throw new Problem('code_wrong');
}
