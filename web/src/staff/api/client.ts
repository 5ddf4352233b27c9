import type { ProblemCode } from '@kabinet/contract/kernel/problem';
import { ApiError, AuthError } from '#web/api/api-error.ts';
import { askConfirmation } from '#web/api/confirmation.ts';
import { loose } from '#web/api/client.ts';
import { exchange, queryTail, writtenLetter } from '#web/api/exchange.ts';
import type { Call, Request, Wire } from './contract.ts';
import { isIdle } from '../lib/activity.ts';
import { noteSessionOver, shownPerson } from './session.ts';

/** A wrong password within a session is no end of it. */
const OVER = new Set<ProblemCode | undefined>(['unauthorized', 'session_expired', 'session_ended']);

interface Options {
  signal?: AbortSignal | undefined;
  /** The idempotency key of a change that is tried again. */
  key?: string;
}

/**
 * Sends a call of the staff and returns its result in wire format (money is a decimal string of rubles). The session is a cookie.
 * Rejects with `ApiError` (refused), `NetworkError` (no response in 30 s) or `AuthError` (the session is over; the page asks to sign in).
 */
export async function sendForStaff<C extends Call>(
  call: C,
  request: Request<C>,
  { signal, key }: Options = {},
): Promise<Wire<C>> {
  const { query, body } = loose(request);
  const letter = writtenLetter(`/api${call.path}${queryTail(query)}`, call, body, key);
  const answer = await exchange(letter, signal, { ...(isIdle() && { 'x-idle': '1' }), ...shownPerson() });
  if (answer.ok) return (await answer.json()) as Wire<C>;
  const refused = await ApiError.of(answer);
  // Nothing that was typed is lost: the request is repeated, by its key, once she has proved who she is.
  if (refused.code === 'confirmation_required' && (await askConfirmation()))
    return sendForStaff(call, request, { signal, ...(key !== undefined && { key }) });
  if (!OVER.has(refused.code)) throw refused;
  noteSessionOver();
  throw new AuthError(refused.message, refused.code);
}
