import { hearMoment } from '#web/lib/clock/clock.ts';
import { NetworkError } from './api-error.ts';
import type { Call } from './contract.ts';
import { noteReach } from './reach.ts';

// One request to the server and its reply, for the cabinet and for the staff's pages.

const TIMEOUT_MS = 30_000;
/** Status codes of a gateway when the server behind it does not respond. */
const GATEWAY_ALONE = new Set([502, 504]);

export interface Letter {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** The query of an address: `?a=1`, or nothing. */
export function queryTail(query: Record<string, unknown> = {}): string {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  const tail = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString();
  return tail && `?${tail}`;
}

/** A change has an idempotency key, the given one if it is tried again. */
export function writtenLetter(
  url: string,
  { method, effect }: Pick<Call, 'method' | 'effect'>,
  sent: unknown,
  key?: string,
): Letter {
  const body = sent === undefined ? undefined : JSON.stringify(sent);
  return {
    url,
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(effect === 'change' && { 'idempotency-key': key ?? crypto.randomUUID() }),
    },
    body,
  };
}

/** Sends a letter. Rejects with `NetworkError` if no response comes in 30 s, whatever its status. */
export async function exchange(
  { url, method, headers, body }: Letter,
  signal: AbortSignal = new AbortController().signal,
  more?: Record<string, string>,
): Promise<Response> {
  // Browsers of before 2024 cannot join signals.
  const limit = new AbortController();
  const stop = (): void => limit.abort();
  const timer = setTimeout(stop, TIMEOUT_MS);
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  const began = performance.now();
  try {
    const answer = await fetch(url, {
      method,
      ...(body !== undefined && { body }),
      headers: { ...headers, ...more },
      credentials: 'include',
      signal: limit.signal,
    });
    noteReach(!GATEWAY_ALONE.has(answer.status));
    hearMoment(Number(answer.headers.get('x-moment')), performance.now() - began);
    return answer;
  } catch (cause) {
    if (signal.aborted) throw cause;
    noteReach(false);
    throw new NetworkError(cause);
  } finally {
    clearTimeout(timer);
  }
}
