import { randomInt } from 'node:crypto';
import { instant } from '@kabinet/contract/kernel/day';
import type { Database, Tx } from '#server/db/database.ts';
import { hashPassword, isRight } from '../credentials/password.ts';
import type { ChannelTexts } from '#server/domain/messaging/notice.ts';
import { sendToContact } from '#server/domain/messaging/notify.ts';
import { momentWord } from '#server/domain/shared/text.rules.ts';
import type { Outside } from '#server/integrations/port.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Provider } from '#server/kernel/provider.ts';
import type { ContactAddress } from './address.rules.ts';
import {
  codesOfHour,
  countContracts,
  firstOfHour,
  insertCode,
  codeLimitsOf,
  spend,
  tryCode,
  trySpentCode,
  type AskedCode,
  type CodeFor,
  type CodeLimits,
} from './code.queries.ts';
import {
  AGAIN_AFTER_MS,
  CODE_LIFE_MS,
  LEAST_OF_HOUR,
  MOST_OF_CONTRACT,
  MOST_TO_ADDRESS,
  mostOfHour,
  ofStrangers,
  waitOfStrangers,
  wrongCodeText,
} from './code.rules.ts';
import { codeLetter, codeText, UNREACHED } from './code.texts.ts';
import { activeContact } from './contact.queries.ts';

// The one mechanism of codes. To ask for a code: `sendCode`, or `sendCodeToConfirmed` if it must go to a contact that
// the client has confirmed before. To accept it: `checkCode`, then `spendCode` in the transaction of what it opens.

/** Something that a code opens. */
export interface CodePurpose {
  /** In the database: `phone`, `recovery` … */
  readonly name: string;
  /** Continues «код, чтобы …» in the message. */
  readonly what: string;
  /** Codes of this purpose within a day; if absent, only the limits of the address and of the contract apply. */
  readonly mostADay?: number;
  /** The length of the code; six if absent. */
  readonly digits?: number;
  /** Whether the client tells it to the staff. */
  readonly isForStaff?: boolean;
  /** Whether anybody who knows a login can ask for it. */
  readonly isByStranger?: boolean;
}

export interface SendCode extends ContactAddress {
  readonly contractId: number;
  readonly purpose: CodePurpose;
}

export interface CodeSending {
  readonly now: Date;
  /** The portal's address for browsers. */
  readonly publicUrl: string;
  readonly outside: Pick<Outside, 'reaches'>;
  readonly provider: Pick<Provider, 'codes' | 'time_zone'>;
}

export interface SentCode {
  readonly expires_at: Date;
  readonly again_at: Date;
}

/** Sends a code to an address and stores only its hash. An earlier code of the same purpose is not valid any more. */
export async function sendCode(tx: Tx, asked: SendCode, sending: CodeSending): Promise<SentCode> {
  const { contractId, kind, address, purpose } = asked;
  const { now, publicUrl } = sending;
  refuseUnreached(sending.outside, kind);
  const of = { contractId, purpose: purpose.name };
  await refuseTooMany(tx, asked, sending);
  const { digits = 6, what, isForStaff = false } = purpose;
  const code = String(randomInt(10 ** digits)).padStart(digits, '0');
  const expiresAt = new Date(now.getTime() + CODE_LIFE_MS);
  await insertCode(tx, of, { kind, address }, { hash: await hashPassword(code), now, expiresAt });
  const texts = { sms: codeText, mail: codeLetter };
  const host = new URL(publicUrl).host;
  await sendToContact(tx, texts, { kind, value: address, until: expiresAt }, { code, what, host, isForStaff });
  return { expires_at: expiresAt, again_at: new Date(now.getTime() + AGAIN_AFTER_MS) };
}

/** Sends another message instead of a requested code; it counts for the limits like a code. */
export async function sendInsteadOfCode<Data>(
  tx: Tx,
  asked: SendCode,
  texts: Required<ChannelTexts<Data>>,
  data: NoInfer<Data>,
  sending: CodeSending,
): Promise<void> {
  const { contractId, kind, address, purpose } = asked;
  const { now } = sending;
  const of = { contractId, purpose: purpose.name };
  await refuseTooMany(tx, asked, sending);
  await insertCode(tx, of, { kind, address }, { hash: '', now, expiresAt: now });
  await sendToContact(tx, texts, { kind, value: address }, data);
}

/** Sends a code to the confirmed phone or e-mail of a contract; undefined if there is none. */
export async function sendCodeToConfirmed(
  tx: Tx,
  { contractId, kind, purpose }: Omit<SendCode, 'address'>,
  sending: CodeSending,
): Promise<(SentCode & { readonly address: string }) | undefined> {
  const address = await activeContact(tx, contractId, kind);
  if (address === undefined) return undefined;
  return { ...(await sendCode(tx, { contractId, kind, address, purpose }, sending)), address };
}

/** Refuses a code that would never come. */
export function refuseUnreached({ reaches }: CodeSending['outside'], kind: ContactAddress['kind']): void {
  if (!reaches[kind]) throw new Problem('channel_absent', { message: UNREACHED[kind] });
}

async function refuseTooMany(
  tx: Tx,
  { contractId, kind, address, purpose }: SendCode,
  sending: CodeSending,
): Promise<void> {
  const { isByStranger = false, mostADay = Number.MAX_SAFE_INTEGER, name } = purpose;
  const asked: AskedCode = { contractId, purpose: name, kind, address, isByStranger };
  const ofContract = MOST_OF_CONTRACT[isByStranger ? 'strangers' : 'owner'];
  const most = { ofPurpose: mostADay, toAddress: MOST_TO_ADDRESS, ofContract };
  const limits = await codeLimitsOf(tx, asked, most, sending.now);
  refuseTooSoon(limits, isByStranger, sending.now);
  refuseForToday(limits, sending);
  if (kind === 'phone') await refuseOverBudget(tx, isByStranger, sending);
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

function refuseForToday({ of_purpose, to_address, of_contract }: CodeLimits, sending: CodeSending): void {
  const reached = [of_purpose, to_address, of_contract].filter((first) => first !== null);
  if (reached.length === 0) return;
  const { retryAfter, moment } = again(Math.max(...reached.map((first) => Date.parse(first))) + DAY_MS, sending);
  const message = `За сутки отправили слишком много кодов. Следующий можно запросить после ${moment}. Раньше поможет поддержка`;
  throw new Problem('code_too_soon', { message, retryAfter });
}

/** Refuses a text message that is over the budget of the hour. Strangers have one of their own. */
export async function refuseOverBudget(tx: Tx, isByStranger: boolean, sending: CodeSending): Promise<void> {
  const budget = async (whole: number) =>
    firstOfHour(tx, { most: isByStranger ? ofStrangers(whole) : whole, isByStranger }, sending.now);
  const { an_hour: set } = sending.provider.codes;
  // Contracts are counted only if the least budget is not enough.
  if (set === undefined && !(await budget(LEAST_OF_HOUR))) return;
  const first = await budget(set ?? mostOfHour(await countContracts(tx)));
  if (first === undefined) return;
  const { retryAfter, moment } = again(Date.parse(first) + HOUR_MS, sending);
  const way = isByStranger ? 'Выберите почту или повторите' : 'Повторите';
  throw new Problem('overloaded', {
    message: `Сейчас отправляем слишком много СМС с кодами. ${way} после ${moment}`,
    retryAfter,
  });
}

interface CodesNow {
  readonly asked_by: 'clients' | 'strangers';
  readonly count: number;
  readonly most: number;
}

/** Text messages with codes within the last hour, and how many there may be. */
export async function codesNow(tx: Tx, { codes }: Pick<Provider, 'codes'>, now: Date): Promise<CodesNow[]> {
  const [counts, contracts] = await Promise.all([codesOfHour(tx, now), countContracts(tx)]);
  const most = codes.an_hour ?? mostOfHour(contracts);
  const countOf = (isByStranger: boolean) => counts.find((one) => one.by_stranger === isByStranger)?.count ?? 0;
  return [
    { asked_by: 'clients', count: countOf(false), most },
    { asked_by: 'strangers', count: countOf(true), most: ofStrangers(most) },
  ];
}

/** When a limit lets the next code pass, in seconds and in words; the words are in whole minutes, rounded up. */
function again(until: number, { now, provider }: CodeSending): { retryAfter: number; moment: string } {
  const shown = instant(new Date(Math.ceil(until / 60_000) * 60_000));
  const retryAfter = Math.max(1, Math.ceil((until - now.getTime()) / 1000));
  return { retryAfter, moment: momentWord(shown, { now, zone: provider.time_zone }) };
}

function refuseTooSoon({ last_sent_at: last, unused }: CodeLimits, isByStranger: boolean, now: Date): void {
  const wait = isByStranger ? waitOfStrangers(unused) : AGAIN_AFTER_MS;
  const rest = last === null ? 0 : Date.parse(last) + Math.max(wait, AGAIN_AFTER_MS) - now.getTime();
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
