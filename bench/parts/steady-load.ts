import { randomUUID } from 'node:crypto';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { DEMO_PASSWORD } from '../../server/seeds/people/password.ts';

/** What became of a request. */
export interface RequestOutcome {
  readonly kind: string;
  /** When it was sent, and how long it took; milliseconds. */
  readonly at: number;
  readonly took: number;
  /** The status or the error; undefined if all is well. */
  readonly failure: string | undefined;
}

/** A subscriber with an address of his own, which the limits by address count. */
interface SteadyClient {
  readonly contractId: number;
  readonly token: string;
  readonly address: string;
}

interface Load {
  readonly site: string;
  readonly clients: readonly SteadyClient[];
  readonly perSecond: number;
}

interface Sent extends SteadyClient {
  readonly kind: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly key?: string;
}

const EVERY_MS = 20;
/** Of five hundred requests, that is, in a second. */
const OF = 500;
const SIGN_INS = 2;
const CHANGES = 25;
const BATCHES = 25;
const PATIENCE_MS = 30_000;
/** How long the rate grows. */
export const GROWING_MS = 10_000;
const SIGN_IN = '/api/v2/auth/token';
/** As in a visit: two files or pages for each call. */
const READS = [
  '/lk/icon.svg',
  '/api/v2/internet-account',
  '/lk/login',
  '/lk/sw.js',
  '/api/v2/default/get-town',
  '/lk/icon.svg',
  '/lk/document.css',
  '/api/v2/internet-contract',
  '/lk/document.js',
];

/** Sends requests at a fixed rate, which it reaches within ten seconds, however slow the replies are, until it is ended. */
export function steadyLoad({ site, clients, perSecond }: Load) {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 });
  const outcomes: RequestOutcome[] = [];
  const running = new Set<Promise<void>>();
  const began = performance.now();
  let count = 0;
  const sendOne = () => {
    const one = answered(agent, site, requestOf(count++, clients)).then((outcome) => void outcomes.push(outcome));
    running.add(one);
    void one.finally(() => running.delete(one));
  };
  const timer = setInterval(() => {
    const due = secondsAtFullRate(performance.now() - began) * perSecond;
    while (count < due) sendOne();
  }, EVERY_MS);
  return {
    end: async (): Promise<readonly RequestOutcome[]> => {
      clearInterval(timer);
      while (running.size > 0) await Promise.race([Promise.all(running), pause(100)]);
      agent.destroy();
      return outcomes;
    },
  };
}

/** The rate grows during the first seconds, because processes that have just started answer slowly. */
function secondsAtFullRate(passed: number): number {
  const whole = passed < GROWING_MS ? passed ** 2 / (2 * GROWING_MS) : passed - GROWING_MS / 2;
  return whole / 1000;
}

/** The same mix in every second: mostly reads, some batches and changes, few sign-ins, which cost most. */
function requestOf(count: number, clients: readonly SteadyClient[]): Sent {
  const client = clients[count % clients.length];
  if (!client) throw new Error('Nobody is there to ask');
  // A prime, so that the kinds are spread over the second.
  const place = (count * 197) % OF;
  if (place < SIGN_INS) {
    const body = { login: String(client.contractId), password: DEMO_PASSWORD };
    return { ...client, kind: 'sign-ins', method: 'POST', path: SIGN_IN, body };
  }
  if (place < SIGN_INS + CHANGES) {
    const path = '/api/v2/notice/volga-info';
    return { ...client, kind: 'changes', method: 'POST', path, body: { is_on: false }, key: randomUUID() };
  }
  if (place < SIGN_INS + CHANGES + BATCHES) {
    const body = { 'internet-account': {}, 'internet-contract': {} };
    return { ...client, kind: 'batches', method: 'POST', path: '/api/v2/default/index', body };
  }
  return { ...client, kind: 'reads', method: 'GET', path: READS[place % READS.length] ?? '' };
}

function answered(agent: Agent, site: string, sent: Sent): Promise<RequestOutcome> {
  const at = performance.now();
  const { kind, method, path, token, address, body, key } = sent;
  return new Promise((resolve) => {
    const done = (failure: string | undefined) => resolve({ kind, at, took: performance.now() - at, failure });
    const text = body && JSON.stringify(body);
    const asked = request(new URL(path, site), {
      agent,
      localAddress: address,
      method,
      timeout: PATIENCE_MS,
      headers: {
        origin: site,
        ...(path !== SIGN_IN && { authorization: `Bearer ${token}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      },
    });
    asked.on('timeout', () => asked.destroy(new Error('no reply')));
    asked.on('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    asked.on('response', (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('error', () => done('cut'));
      reply.on('end', () => done(failureOf(reply, Buffer.concat(parts).toString())));
    });
    asked.end(text);
  });
}

function failureOf({ complete, statusCode = 0 }: IncomingMessage, body: string): string | undefined {
  if (!complete) return 'cut';
  if (statusCode >= 200 && statusCode < 300) return undefined;
  const code = /"code":"(\w+)"/.exec(body)?.[1];
  return code === undefined ? String(statusCode) : `${statusCode} ${code}`;
}
