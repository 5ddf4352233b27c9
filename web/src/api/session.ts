import type { ProblemCode } from '@kabinet/contract/kernel/problem';
import { nowMs, wait } from '#web/lib/clock/clock.ts';
import { ApiError, AuthError, NetworkError } from './api-error.ts';

// Handles the access token (specification, 4). It is read from the cookie each time it is needed, because the server and other
// tabs replace it there. The first request with a missing or expired token refreshes it once; others check again every second.

const AUTH_PATH = '/lk/auth';
const RETRY_MS = 1000;
const REFRESH_TIMEOUT_MS = 30_000;
/** If signing out takes longer than this, it has failed and the page stays. */
const LEAVING_MS = 30_000;

let renewing = false;
/** The token that is being replaced: still in the cookie, but no longer valid. */
let replaced: string | undefined;
let over: AuthError | undefined;
let guest: string | undefined;
/** Until when this page is signing out by itself, milliseconds of the epoch. */
let leavingUntil = 0;
/** The contract that this page shows: another tab may sign in with another contract, and both share the cookie. */
let shown: number | undefined;

export const shownContract = (): number | undefined => shown;
export function showContract(contract: number): void {
  shown = contract;
}

const cookie = (name: string): string | undefined => new RegExp(`(?:^|; )${name}=([^;]+)`).exec(document.cookie)?.[1];

export const cookieToken = (): string | undefined => cookie('ilkat');

/** Names the session of this browser. It stays the same until the session ends, even when tokens change or the network is down. */
export const sessionMark = (): string | undefined => cookie('kabinet-session');

/** The error that ended the session, if it is over. */
export const authError = (): AuthError | undefined => over;

const overListeners = new Set<() => void>();
/** Calls `listener` when the session ends; returns a function that unsubscribes. */
export function onSessionOver(listener: () => void): () => void {
  overListeners.add(listener);
  return () => overListeners.delete(listener);
}

/** Notes that this page signs out: news of the end of its session must not redirect it meanwhile. */
export function beginLeaving(): void {
  leavingUntil = nowMs() + LEAVING_MS;
}

const isLeaving = (): boolean => nowMs() < leavingUntil;

function end(message: string, code?: ProblemCode): AuthError {
  if (isLeaving()) return new AuthError(message, code);
  over = new AuthError(message, code);
  for (const listener of overListeners) listener();
  return over;
}

/** Resets the state for a new sign-in. */
export function beginSession(): void {
  over = undefined;
  guest = undefined;
  leavingUntil = 0;
  replaced = undefined;
  renewing = false;
}

/** From now on calls use the guest token: for the page that works without sign-in. */
export function becomeGuest(token: string): void {
  over = undefined;
  guest = token;
}

export const isGuest = (): boolean => guest !== undefined;

function usable(spent: string | undefined): string | undefined {
  if (guest !== undefined) return guest === spent ? undefined : guest;
  const token = cookieToken();
  return token === spent || token === replaced ? undefined : token;
}

/**
 * Returns a token other than the `spent` one that the server has just refused.
 * Rejects with `AuthError` when the session is over, with `NetworkError` when there is no response.
 */
export async function freshToken(spent?: string, signal?: AbortSignal): Promise<string> {
  for (;;) {
    if (over) throw over;
    const token = usable(spent);
    if (token !== undefined) return token;
    if (renewing) await wait(RETRY_MS, signal);
    else await renew(spent);
  }
}

/** Ends the session after the server refused a new token. */
export const refuseSession = (message: string): AuthError => over ?? end(message);

async function renew(spent: string | undefined): Promise<void> {
  if (isLeaving()) throw new AuthError('');
  renewing = true;
  replaced = spent ?? cookieToken();
  try {
    const answer = await postRefresh();
    if (!answer.ok) throw await endedBy(answer);
    const token = cookieToken();
    if (token === undefined || token === replaced) throw end('');
  } finally {
    renewing = false;
    replaced = undefined;
  }
}

async function endedBy(refusal: Response): Promise<AuthError> {
  if (refusal.status !== 401) return end('');
  const { message, code } = await ApiError.of(refusal);
  return end(message, code);
}

/** Whether this browser's session is still valid: sends one refresh, which also renews the cookies. */
export const isSessionAlive = (): Promise<boolean> =>
  postRefresh().then(
    ({ ok }) => ok,
    () => false,
  );

// A refresh without a response does not end the session: the next request tries again.
async function postRefresh(): Promise<Response> {
  try {
    return await fetch(AUTH_PATH, {
      method: 'POST',
      credentials: 'include',
      body: new URLSearchParams({ forceRefresh: '1' }),
      signal: AbortSignal.timeout(REFRESH_TIMEOUT_MS),
    });
  } catch (cause) {
    throw new NetworkError(cause);
  }
}
