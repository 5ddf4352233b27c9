import { createHash } from 'node:crypto';
import type { Tx } from '#db/database.ts';
import { networksOf } from '../session/address.rules.ts';
import { credentialOf, ownerOf, type Credential } from '../credentials/credential.queries.ts';
import { countFailure, countHits, forgetFailures, guardOf, hitsOf, holdGuard, type Hits } from './guard.queries.ts';
import { FAILURES_A_MINUTE, lockRest, SIGN_INS_A_MINUTE } from './lock.rules.ts';
import type { Login } from '../credentials/login.rules.ts';

/** Where a sign-in comes from. */
interface Origin {
  readonly ip: string;
  /** The secret of the device's cookie. */
  readonly device: string | undefined;
}

/** A login, as it is counted. */
export interface Claim {
  /**
   * What failures are counted by: the contract, however its login is written; the device, where this contract was signed in to
   * before; the login itself, when nobody has it.
   */
  readonly subject: string;
  readonly contractId: number | null;
  readonly isKnownDevice: boolean;
}

/** What is known of a sign-in before its password is looked at. */
export interface Approach {
  readonly claim: Claim;
  /** Milliseconds for which the claim stays closed. */
  readonly rest: number;
  /** Whether its network has failed too often in this minute, or its contract been signed in to. */
  readonly isTooMany: boolean;
  /** Whether somebody of its networks has failed in this minute. */
  readonly isSuspect: boolean;
}

/** Looks at a sign-in without counting it: what is refused here costs no hash and no place in the line. */
export async function approach(tx: Tx, login: Login, origin: Origin, now: Date): Promise<Approach> {
  const claim = await claimOf(tx, login, origin.device, now);
  const entered = enteredBy(claim.contractId);
  const [guard, hits] = await Promise.all([
    guardOf(tx, claim.subject),
    hitsOf(tx, [...failedFrom(origin.ip), entered], now),
  ]);
  const isEntered = hitsIn(hits, entered) >= SIGN_INS_A_MINUTE;
  return {
    claim,
    rest: lockRest(guard, now),
    // Others who share a known device's address neither close it nor slow it down.
    isTooMany: isEntered || (!claim.isKnownDevice && haveFailed(hits, origin.ip)),
    isSuspect: failedFrom(origin.ip).some((bucket) => hits.has(bucket)),
  };
}

async function claimOf(tx: Tx, login: Login, device: string | undefined, now: Date): Promise<Claim> {
  const { contract_id: contractId, is_known: isKnownDevice } = await ownerOf(tx, login, device, now);
  return { contractId, isKnownDevice, subject: subjectOf(login, contractId, isKnownDevice ? device : undefined) };
}

function subjectOf(login: Login, contractId: number | null, device: string | undefined): string {
  // People type passwords into the field of the login: what was typed is kept as a hash only.
  if (contractId === null) return `login:${hashed(login.subject)}`;
  return device === undefined ? `contract:${contractId}` : `device:${contractId}:${hashed(device)}`;
}

const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url');

const enteredBy = (contractId: number | null) => `entered:${contractId ?? ''}`;
const failedFrom = (ip: string): string[] => networksOf(ip).map(({ name }) => `failed:${name}`);
const hitsIn = (hits: Hits, bucket: string) => hits.get(bucket) ?? 0;
const haveFailed = (hits: Hits, ip: string): boolean =>
  networksOf(ip).some(({ name, share }) => hitsIn(hits, `failed:${name}`) >= FAILURES_A_MINUTE * share);

/** A try at a password. */
export interface Attempt {
  /** Milliseconds for which the claim stays closed; 0 when the password may be looked at. */
  readonly rest: number;
  /** Failures in a row, this one among them until it turns out well. */
  readonly failures: number;
  readonly credential: Credential | undefined;
}

/**
 * Begins a try: it counts as a failure until the password has proved right, so that many at once are no more tries than
 * one after another. A login that nobody has is counted and closed like any other.
 */
export async function beginAttempt(tx: Tx, { subject, contractId }: Claim, now: Date): Promise<Attempt> {
  const guard = await holdGuard(tx, subject, now);
  const rest = lockRest(guard, now);
  if (rest > 0) return { rest, failures: guard.failures, credential: undefined };
  const { failures } = await countFailure(tx, subject, guard, now);
  return { rest, failures, credential: await credentialOf(tx, contractId) };
}

/** Counts a wrong password for the networks it came from; a known device has a counter of its own and slows down nobody. */
export async function noteFailure(tx: Tx, { isKnownDevice }: Claim, ip: string, now: Date): Promise<void> {
  if (!isKnownDevice) await countHits(tx, failedFrom(ip), now);
}

/** The password was right: its failures are forgotten, those of strangers stay. */
export async function noteSuccess(tx: Tx, { subject, contractId }: Claim, now: Date): Promise<void> {
  await forgetFailures(tx, subject);
  await countHits(tx, [enteredBy(contractId)], now);
}
