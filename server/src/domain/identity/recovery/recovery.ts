import type { Database, Tx } from '#server/db/database.ts';
import { issuedText } from '#server/domain/shared/text.rules.ts';
import { hashOf, newSecret } from '#server/domain/shared/secrets.ts';
import { enqueueEffect } from '#server/kernel/job/outbox.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { ContactAddress } from '../contacts/address.rules.ts';
import { spend, tryCode, type CodeFor } from '../contacts/code.queries.ts';
import { isUnderGuess, noteWrongCode, refuseGuesser } from '../guard/guesses.ts';
import { AGAIN_AFTER_MS, CODE_LIFE_MS, wrongCodeText } from '../contacts/code.rules.ts';
import { sendCode, sendInsteadOfCode, type CodePurpose, type CodeSending } from '../contacts/codes.ts';
import { wayToRecover } from '../contacts/contact.queries.ts';
import { isRight } from '../credentials/password.ts';
import { sendRecoveryCodeEffect } from './effects.ts';
import { tooNewLetter, tooNewText } from './recovery.texts.ts';
import {
  giveBackTry,
  handleRecovery,
  insertRecovery,
  spendOne,
  tryRecovery,
  type HandledRecovery,
  type Recovery,
} from './recovery.queries.ts';
import { noteStranger } from './strangers.ts';

/** While somebody guesses codes of many contracts, longer codes are a hundred times harder to guess and lock nobody out. */
const LONG = { digits: 8 };

type Means = Pick<Recovery, 'kind' | 'is_known_device'>;

/**
 * Phone and e-mail have separate limits, so that a client who gets no text message can ask for a letter at once. So have devices of
 * the contract: there the owner gets his codes, however many strangers have asked for.
 */
const purposeOf = ({ kind, is_known_device: isKnown }: Means): CodePurpose => ({
  name: `recovery${isKnown ? ':known' : ''}${kind === 'phone' ? '' : ':email'}`,
  what: 'придумать новый пароль кабинета',
  isByStranger: !isKnown,
});

const purposeNow = async (tx: Tx, means: Means, now: Date): Promise<CodePurpose> =>
  (await isUnderGuess(tx, now)) ? { ...purposeOf(means), ...LONG } : purposeOf(means);

interface RecoveryRequest {
  /** Null: the login leads to no contract. */
  readonly contractId: number | null;
  readonly kind: ContactAddress['kind'];
  readonly furtherId: number | null;
  readonly isKnownDevice: boolean;
}

/** Begins a recovery, in the same way for any login: the code is sent later, by an effect. Returns its secret. */
export async function beginRecovery(tx: Tx, asked: RecoveryRequest, now: Date) {
  const secret = newSecret();
  const expiresAt = new Date(now.getTime() + CODE_LIFE_MS);
  await insertRecovery(tx, { ...asked, hash: hashOf(secret), now, expiresAt });
  await enqueueEffect(tx, sendRecoveryCodeEffect, { recovery: hashOf(secret).toString('base64url') });
  return { secret, expiresAt, againAt: new Date(now.getTime() + AGAIN_AFTER_MS) };
}

interface Recovering extends CodeSending {
  /** The support's phone, for clients who cannot wait. */
  readonly phone: string;
}

/**
 * Sends the code of a recovery once, if its contract has a confirmed contact and the limits of codes allow it. A
 * contact that is too new gets no code, but a message that says from when it will.
 */
export async function sendCodeOf(tx: Tx, hash: Buffer, sending: Recovering): Promise<void> {
  const recovery = await handleRecovery(tx, hash, sending.now);
  if (!recovery) return;
  const { contract_id: contractId } = recovery;
  if (contractId === null) return;
  const isSent = await isCodeSent(tx, { ...recovery, contractId }, sending);
  if (!recovery.is_known_device) await noteStranger(tx, { contractId, kind: recovery.kind, isSent }, sending);
}

/** Sends the code, or what is sent instead; false if nothing may be sent. */
async function isCodeSent(
  tx: Tx,
  { contractId, further_contact_id: furtherId, ...means }: HandledRecovery & { readonly contractId: number },
  sending: Recovering,
): Promise<boolean> {
  const { kind } = means;
  const way = await wayToRecover(tx, { contractId, kind, furtherId });
  if (!way) return false;
  const to = { contractId, kind, address: way.address, purpose: await purposeNow(tx, means, sending.now) };
  try {
    if (way.recovers_from !== null && Date.parse(way.recovers_from) > sending.now.getTime()) {
      const told = { kind, fromText: issuedText(way.recovers_from, sending.provider.time_zone), phone: sending.phone };
      await sendInsteadOfCode(tx, to, { sms: tooNewText, mail: tooNewLetter }, told, sending);
    } else await sendCode(tx, to, sending);
    return true;
  } catch (error) {
    // A limit of codes was reached. The refusal is hidden, because the caller must not learn that the contact exists.
    if (!(error instanceof Problem)) throw error;
    return false;
  }
}

/** A recovery whose code was right. */
export interface ProvenRecovery {
  readonly contractId: number;
  readonly of: CodeFor;
  readonly codeId: number;
  readonly hash: Buffer;
}

/** A number that no contract has; used for an unknown login, so that the same queries run. */
const NOBODY = 0;

/**
 * Checks the code of a recovery; refuses a wrong one by `code_wrong`. The refusal has the same text and takes the same work
 * whether or not the contract, the contact and the code exist. Counts the tries of the recovery and of the code, from all
 * addresses together.
 */
export async function checkRecovery(
  db: Database,
  { secret, typed, ip }: { readonly secret: string; readonly typed: string; readonly ip: string },
  now: Date,
): Promise<ProvenRecovery> {
  const hash = hashOf(secret);
  const { recovery, of, code } = await db.write(async (tx) => {
    await refuseGuesser(tx, ip, now);
    const found = await tryRecovery(tx, hash, now);
    const purpose = purposeOf(found ?? { kind: 'phone', is_known_device: false });
    const wanted = { contractId: found?.contract_id ?? NOBODY, purpose: purpose.name };
    return { recovery: found, of: wanted, code: await tryCode(tx, wanted, now) };
  });
  const isOwner = await isRight(typed, code?.code_hash);
  if (recovery && code && isOwner) return { contractId: of.contractId, of, codeId: code.contact_code_id, hash };
  await db.write((tx) => noteWrongCode(tx, ip, now));
  throw new Problem('code_wrong', recovery && { message: wrongCodeText(recovery.tries) });
}

/** The code was right, but something else is missing: the same code may be typed again. */
export const allowCodeAgain = (db: Database, { hash, codeId }: ProvenRecovery): Promise<void> =>
  db.write((tx) => giveBackTry(tx, hash, codeId));

/** Spends the code and the recovery: of two who use it at once, the second is refused. */
export async function spendRecovery(tx: Tx, { of, codeId, hash }: ProvenRecovery, now: Date): Promise<void> {
  // The recovery first, as everything that ends both does: nobody waits for anybody for ever.
  const isFirst = (await spendOne(tx, hash, now)) && (await spend(tx, of, codeId, now));
  if (!isFirst) throw new Problem('code_wrong');
}
