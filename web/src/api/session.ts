import type { ProblemCode } from '@kabinet/contract/kernel/problem';
import { wait } from '#lib/clock.ts';
import { ApiError, AuthError, NetworkError } from './api-error.ts';

// The life of the access token (specification, 4). It is read from the cookie each time it is needed, because the server and
// other tabs renew it there. Whoever first meets a missing or spent token renews it, once; the rest look again every second.

const COOKIE = 'ilkat';
const AUTH_PATH = '/lk/auth';
const RETRY_MS = 1000;
const REFRESH_TIMEOUT_MS = 30_000;

let renewing = false;
/** The token that is being replaced: it is in the cookie still, but good for nothing. */
let replaced: string | undefined;
let over: AuthError | undefined;
let guest: string | undefined;
/** Whose data this page shows: another tab may sign in by another contract, and the cookie is common to both. */
let shown: number | undefined;

export const shownContract = (): number | undefined => shown;
export function showContract(contract: number): void {
  shown = contract;
}

export const cookieToken = (): string | undefined => new RegExp(`(?:^|; )${COOKIE}=([^;]+)`).exec(document.cookie)?.[1];

/** Why the session is over, if it is. */
export const authError = (): AuthError | undefined => over;

const overListeners = new Set<() => void>();
/** Calls back when the session ends; gives the function that stops it. */
export function onSessionOver(listener: () => void): () => void {
  overListeners.add(listener);
  return () => overListeners.delete(listener);
}

function end(message: string, code?: ProblemCode): AuthError {
  over = new AuthError(message, code);
  for (const listener of overListeners) listener();
  return over;
}

/** A new sign-in: what was before is forgotten. */
export function beginSession(): void {
  over = undefined;
  guest = undefined;
  replaced = undefined;
  renewing = false;
}

/** From now on calls go as a guest: for the page that works without signing in. */
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
 * A token to send, other than the `spent` one that the server has just refused.
 * Rejects with `AuthError` when the session is over, with `NetworkError` when nobody answered.
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

/** The server refused a token that had only just been renewed: nothing more can be done. */
export const refuseSession = (message: string): AuthError => over ?? end(message);

async function renew(spent: string | undefined): Promise<void> {
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

/** Whether the session of this browser lives still: one refresh tells, and brings its cookies anew. */
export const isSessionAlive = (): Promise<boolean> =>
  postRefresh().then(
    ({ ok }) => ok,
    () => false,
  );

// A refresh that nobody answered has neither failed nor succeeded: the session lives on and the next request tries again.
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
