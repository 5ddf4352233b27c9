import { createHash } from 'node:crypto';
import type { Tx } from '#server/db/database.ts';
import { networkOf, addressNetworksOf } from '../session/address.rules.ts';
import { hasSignedInFrom } from '../session/session.queries.ts';
import { credentialOf, dearestFormer, loginOwnerOf, type Credential } from '../credentials/credential.queries.ts';
import {
  countLoginFailure,
  countHits,
  forgetFailures,
  guardOf,
  hitsOf,
  holdGuard,
  type GuardHits,
} from './guard.queries.ts';
import { FAILURES_A_MINUTE, lockRest, SIGN_INS_A_MINUTE } from './lock.rules.ts';
import type { Login } from '../credentials/login.rules.ts';

/** Where a sign-in comes from. */
interface Origin {
  readonly ip: string;
  /** The secret of the device cookie. */
  readonly device: string | undefined;
}

/** The subject of a sign-in, by which failures are counted. */
export interface LoginClaim {
  /**
   * The key of the count: the contract, however its login is written; the device, if this contract has signed in there
   * before; or the login itself, if it is unknown.
   */
  readonly subject: string;
  readonly contractId: number | null;
  readonly isKnownDevice: boolean;
}

/** What is known of a sign-in before its password is checked. */
export interface SignInApproach {
  readonly claim: LoginClaim;
  /** Milliseconds until the lock of the claim ends. */
  readonly rest: number;
  /** Whether there were too many failures from its network, or too many sign-ins of its contract, in this minute. */
  readonly isTooMany: boolean;
  /** Whether the contract has signed in from this network before. */
  readonly isFamiliar: boolean;
  /** Whether there was any failure from its networks in this minute. */
  readonly isSuspect: boolean;
}

/** Checks a sign-in without counting it: a refusal here costs neither a hash nor a place in the queue. */
export async function approach(tx: Tx, login: Login, origin: Origin, now: Date): Promise<SignInApproach> {
  const claim = await claimOf(tx, login, origin.device, now);
  const entered = enteredBy(claim.contractId);
  const [guard, hits, isFamiliar] = await Promise.all([
    guardOf(tx, claim.subject),
    hitsOf(tx, [...failedFrom(origin.ip), entered], now),
    hasSignedInFrom(tx, claim.contractId, networkOf(origin.ip)),
  ]);
  const isEntered = hitsIn(hits, entered) >= SIGN_INS_A_MINUTE;
  return {
    claim,
    rest: lockRest(guard, now),
    // Others who share the address of a known device neither lock it nor slow it down.
    isTooMany: isEntered || (!claim.isKnownDevice && haveFailed(hits, origin.ip)),
    isFamiliar,
    isSuspect: failedFrom(origin.ip).some((bucket) => hits.has(bucket)),
  };
}

async function claimOf(tx: Tx, login: Login, device: string | undefined, now: Date): Promise<LoginClaim> {
  const { contract_id: contractId, is_known: isKnownDevice } = await loginOwnerOf(tx, login, device, now);
  return { contractId, isKnownDevice, subject: subjectOf(login, contractId, isKnownDevice ? device : undefined) };
}

function subjectOf(login: Login, contractId: number | null, device: string | undefined): string {
  // People type passwords into the login field, so an unknown login is stored only as a hash.
  if (contractId === null) return `login:${hashed(login.subject)}`;
  return device === undefined ? `contract:${contractId}` : `device:${contractId}:${hashed(device)}`;
}

const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url');

const enteredBy = (contractId: number | null) => `entered:${contractId ?? ''}`;
const failedFrom = (ip: string): string[] => addressNetworksOf(ip).map(({ name }) => `failed:${name}`);
const hitsIn = (hits: GuardHits, bucket: string) => hits.get(bucket) ?? 0;
const haveFailed = (hits: GuardHits, ip: string): boolean =>
  addressNetworksOf(ip).some(({ name, share }) => hitsIn(hits, `failed:${name}`) >= FAILURES_A_MINUTE * share);

/** An attempt to sign in with a password. */
export interface SignInAttempt {
  /** Milliseconds until the lock of the claim ends; 0 if the password may be checked. */
  readonly rest: number;
  /** Consecutive failures, including this attempt until it succeeds. */
  readonly failures: number;
  readonly credential: Credential | undefined;
  /** The price of the dearest digest of a former system that a contract still has. */
  readonly dearest: number;
}

/**
 * Starts an attempt: it counts as a failure until the password proves right, so that parallel attempts get no more
 * tries than consecutive ones. An unknown login is counted and locked like any other.
 */
export async function beginAttempt(tx: Tx, { subject, contractId }: LoginClaim, now: Date): Promise<SignInAttempt> {
  const guard = await holdGuard(tx, subject, now);
  const rest = lockRest(guard, now);
  if (rest > 0) return { rest, failures: guard.failures, credential: undefined, dearest: 0 };
  const { failures } = await countLoginFailure(tx, subject, guard, now);
  return { rest, failures, credential: await credentialOf(tx, contractId), dearest: await dearestFormer(tx) };
}

/** Whether there were too many failures from its networks in this minute, whatever the means of sign-in. */
export const hasFailedOften = async (tx: Tx, ip: string, now: Date): Promise<boolean> =>
  haveFailed(await hitsOf(tx, failedFrom(ip), now), ip);

/** Counts a failure for its networks. */
export async function noteFailureFrom(tx: Tx, ip: string, now: Date): Promise<void> {
  await countHits(tx, failedFrom(ip), now);
}

/** Counts a wrong password for its networks; a known device has its own counter and slows down nobody else. */
export async function noteWrongPassword(tx: Tx, { isKnownDevice }: LoginClaim, ip: string, now: Date): Promise<void> {
  if (!isKnownDevice) await noteFailureFrom(tx, ip, now);
}

/** Resets the failures of a claim after a success that is not a sign-in. */
export const forgetAttempts = (tx: Tx, { subject }: LoginClaim): Promise<void> => forgetFailures(tx, subject);

/** The password was right: resets the claim's own failures, but not those of strangers. */
export async function noteSuccess(tx: Tx, { subject, contractId }: LoginClaim, now: Date): Promise<void> {
  await forgetFailures(tx, subject);
  await countHits(tx, [enteredBy(contractId)], now);
}
