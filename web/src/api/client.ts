import { subPath } from '@kabinet/contract/kernel/pages/address';
import { loadAnew } from '#web/lib/page/leave.ts';
import { clearStored } from '#web/lib/page/stored.ts';
import { ApiError } from './api-error.ts';
import { askConfirmation } from './confirmation.ts';
import type { Call, Request, Wire } from './contract.ts';
import { exchange, queryTail, writtenLetter, type Letter } from './exchange.ts';
import { freshToken, isGuest, refuseSession, shownContract } from './session.ts';

const BASE = '/api/v2/';

/** A request without its types. */
export interface UntypedRequest {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Removes the types of a request. */
export const loose = (request: object): UntypedRequest => request;

interface Options {
  signal?: AbortSignal | undefined;
  /** The idempotency key of a change that is tried again. */
  key?: string;
}

/**
 * Sends a call and returns its result in wire format (money is a decimal string of rubles).
 * Rejects with `ApiError` (refused), `NetworkError` (no response in 30 s) or `AuthError` (the session is over).
 * A retried change has the same idempotency key, so it is carried out once. A call that needs a confirmation asks for it first.
 */
export async function send<C extends Call>(call: C, request: Request<C>, options: Options = {}): Promise<Wire<C>> {
  const { signal, key } = options;
  const letter = writtenLetter(BASE + addressOf(call, loose(request)), call, loose(request).body, key);
  const token = call.access === 'public' ? undefined : await freshToken(undefined, signal);
  let answer = await post(letter, token, signal);
  if (answer.status === 401 && token !== undefined) answer = await sendAgain(letter, token, signal);
  if (!answer.ok) return confirmedOr(await refusal(answer), () => send(call, request, options));
  return (answer.status === 204 ? undefined : await answer.json()) as Wire<C>;
}

/** Repeats a request that needs a confirmation, after the subscriber has confirmed his identity. */
async function confirmedOr<T>(refused: ApiError, again: () => Promise<T>): Promise<T> {
  if (refused.code === 'confirmation_required' && (await askConfirmation())) return again();
  throw refused;
}

/** If another tab has signed in with another contract, nothing of the former one may stay on the screen (specification, 4). */
async function refusal(answer: Response): Promise<ApiError> {
  const error = await ApiError.of(answer);
  if (error.code === 'other_contract') {
    clearStored();
    loadAnew();
  }
  return error;
}

/** Retries with a new token; if that is refused too, the session is over. */
async function sendAgain(letter: Letter, spent: string, signal: AbortSignal | undefined): Promise<Response> {
  const answer = await post(letter, await freshToken(spent, signal), signal);
  if (answer.status === 401 && !isGuest()) throw refuseSession((await ApiError.of(answer)).message);
  return answer;
}

/** The address of a call below `/api/v2/`, with its query. */
export function addressOf(call: Pick<Call, 'path'>, { params, query }: UntypedRequest = {}): string {
  return subPath(call, params) + queryTail(query);
}

/** With the token and, if the page knows it, the contract. */
function post(letter: Letter, token: string | undefined, signal: AbortSignal | undefined): Promise<Response> {
  if (token === undefined) return exchange(letter, signal);
  const contract = shownContract();
  const own = { authorization: `Bearer ${token}`, ...(contract !== undefined && { 'x-contract': String(contract) }) };
  return exchange(letter, signal, own);
}
