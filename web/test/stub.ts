import { subPath } from '@kabinet/contract/kernel/pages/address';
import { allProblems, type ProblemCode } from '@kabinet/contract/kernel/problem';
import { loose } from '#web/api/client.ts';
import type { Call, Request, Wire } from '#web/api/contract.ts';

// The server of a component test, typed by the contract: `answers(call, request, result)`, `refuses(call, request, code)`.
// A request without a prepared reply fails the test by a console.error.

export interface StubRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
}

type StubAnswer = (sent: StubRequest) => Response | Promise<Response>;

let answersBy = new Map<string, StubAnswer>();
let sent: StubRequest[] = [];

export const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** All requests so far, in order. */
export const requests = (): readonly StubRequest[] => sent;

/** Prepares the reply for a path outside the contract: `/lk/auth`. */
export function at(method: string, path: string, answer: StubAnswer): void {
  answersBy.set(`${method} ${path}`, answer);
}

const place = (call: Call, request: object): [string, string] => [
  call.method,
  `/api/v2/${subPath(call, loose(request).params)}`,
];

/** The call succeeds with this result, for any query and body. */
export const answers = <C extends Call>(
  call: C,
  request: Pick<Request<C>, keyof Request<C> & 'params'>,
  result: Wire<C>,
) => at(...place(call, request), () => json(result));

/** The call fails with this error code. */
export const refuses = <C extends Call>(
  call: C,
  request: Pick<Request<C>, keyof Request<C> & 'params'>,
  code: ProblemCode,
) =>
  at(...place(call, request), () => {
    const { status, text: message } = allProblems[code];
    return json({ type: 'about:blank', title: '', status, code, message, request_id: 'req-1' }, status);
  });

/** Every page listens to it; no test of a component awaits an event. */
const EVENTS = '/api/v2/event/stream';

/** A connection on which nothing comes, until the page ends it. */
const silence = (signal?: AbortSignal | null): Promise<Response> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });

async function fetchStub(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input, window.location.href);
  const asked: StubRequest = {
    method: init.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: new Headers(init.headers),
    body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
  };
  if (asked.path === EVENTS) return silence(init.signal);
  sent.push(asked);
  const answer = answersBy.get(`${asked.method} ${asked.path}`);
  if (answer) return await answer(asked);
  console.error(`Nobody answers ${asked.method} ${asked.path}`);
  return json({}, 500);
}

export function resetStub(): void {
  answersBy = new Map();
  sent = [];
  globalThis.fetch = fetchStub;
}
