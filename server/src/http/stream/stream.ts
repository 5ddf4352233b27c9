import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contract } from '@kabinet/contract';
import { HEARD_BY } from '@kabinet/contract/sharing';
import type { FollowedSignals } from '#server/db/database.ts';
import { addressNetworksOf } from '#server/domain/identity/session/address.rules.ts';
import { livePortalSessions } from '#server/domain/identity/session/session.queries.ts';
import { contractsAmong } from '#server/domain/support/incidents/incident.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { runCall } from '#server/kernel/call/run-call.ts';
import { NO_NOTES, NO_BROWSER } from '#server/kernel/nobody.ts';
import type { Caller, Portal } from '#server/kernel/world.ts';
import { clientAddress, bearerTokenOf } from '../api/api.ts';
import { Listeners, type StreamEnding, type Listener, type StreamLimits } from './listeners.ts';
import { News } from './news.ts';

// One stream of events per browser (decision 0102).

export const STREAM_ROUTE = '/api/v2/event/stream';
/** The most unread bytes of a listener; with more it is disconnected, and its next stream tells what it missed. */
const MOST_WAITING = 32 * 1024;
/** How often sessions are checked: one that expires sends no event, and then loses its streams. */
const RECHECK_MS = 60_000;
const SECOND_MS = 1000;
/** How often the load of the network is sent. */
const LOAD_MS = 10_000;
/** Seconds until a refused browser tries again. */
const LATER_S = 60;

/** Somebody of the staff who follows a contract, or the queue of orders. */
interface StaffFollower {
  readonly contractId?: number;
  readonly hearsQueue?: boolean;
  /** When the stream ends, in milliseconds; the browser then proves itself again. */
  readonly until: number;
  /** Called when the page has gone, or the stream has ended. */
  readonly left: () => void;
}

export interface EventStreams {
  /** How many listen, for the metrics. */
  readonly count: () => number;
  /** Begins a stream for somebody of the staff, whom the caller has recognised. */
  readonly follow: (request: FastifyRequest, reply: FastifyReply, who: StaffFollower) => Promise<FastifyReply>;
}

/** Serves the stream of events. */
export function registerStream(app: FastifyInstance, portal: Portal, limits: StreamLimits): EventStreams {
  const { db, log } = portal.world;
  const listeners = new Listeners(limits);
  const failed = (err: unknown): void => log.warn({ err }, 'stream of events');
  const news = new News({
    listeners,
    clock: portal.world.clock,
    contractsAt: (place, among) => db.read((tx) => contractsAmong(tx, place, among)),
    failed,
  });
  const recheckOrLog = (): void => void endOver(portal, listeners).catch(failed);
  let followed: FollowedSignals | undefined;
  // Following begins with the server, so a browser whose data are newer has missed nothing and need not ask for them again.
  const follow = () =>
    (followed ??= db.followSignals({
      hear: (payloads) => {
        news.hear(payloads);
      },
      missed: () => {
        news.missed();
        recheckOrLog();
      },
    })).begun;
  const tellLoad = loadTeller(portal, listeners);
  const tellLoadOrLog = (): void => void tellLoad().catch(failed);
  const beat = (): void => {
    listeners.endOverdue(portal.world.clock.now().getTime());
    listeners.beat(`id: ${news.lastId}\n\n`);
  };
  const timers = [
    setInterval(tellLoadOrLog, LOAD_MS).unref(),
    setInterval(beat, SECOND_MS).unref(),
    setInterval(recheckOrLog, RECHECK_MS).unref(),
  ];
  app.addHook('onListen', (done) => {
    follow().catch(failed);
    done();
  });
  app.addHook('preClose', (done) => {
    timers.forEach(clearInterval);
    listeners.endAll('restart');
    done();
  });
  app.addHook('onClose', async () => {
    await followed?.end();
  });

  const begin = (request: FastifyRequest, reply: FastifyReply, who: Who): FastifyReply => {
    const response = beginStream(reply);
    const listener = listenerOf(portal, response, who);
    response.once('close', () => {
      listeners.leave(listener);
      who.left?.();
    });
    listeners.join(listener);
    listener.send(`retry: 5000\nid: ${news.lastId}\nevent: hello\ndata: {}\n\n`);
    news.catchUp(listener, missedBy(request));
    return reply;
  };
  app.get<{ Querystring: { load?: string; age?: string } }>(STREAM_ROUTE, async (request, reply) => {
    const hearsLoad = request.query.load === '1';
    const networks = addressNetworksOf(clientAddress(request));
    refuseIfFull(listeners.admits(networks));
    const caller = await callerOf(portal, request, hearsLoad);
    if (caller?.contractId !== undefined) await follow();
    if (request.raw.destroyed) return reply.hijack();
    const until = caller?.acting?.until ? Date.parse(caller.acting.until) : undefined;
    begin(request, reply, { ...caller, until, hearsLoad, networks });
    tellLoadOrLog();
    return reply;
  });
  return {
    count: () => listeners.count,
    follow: async (request, reply, who) => {
      const networks = addressNetworksOf(clientAddress(request));
      refuseIfFull(listeners.admits(networks));
      await follow();
      if (!request.raw.destroyed) return begin(request, reply, { ...who, isStaff: true, hearsLoad: false, networks });
      who.left();
      return reply.hijack();
    },
  };
}

/** Ends the streams of sessions that are over, or that have another contract open: a signal may have been lost. */
async function endOver({ world: { db, clock } }: Portal, listeners: Listeners): Promise<void> {
  const sessions = listeners.sessions();
  if (sessions.length === 0) return;
  const live = await db.read((tx) => livePortalSessions(tx, sessions, clock.now()));
  const opened = new Map(live.map(({ session_id, contract_id }) => [session_id, contract_id ?? undefined]));
  for (const session of sessions) {
    const isRight = ({ contractId }: Listener) => opened.has(session) && opened.get(session) === contractId;
    listeners.endSession(session, { except: isRight });
  }
}

/** Returns a function that sends the load of the network; it does nothing if the load was sent a moment ago. */
function loadTeller(portal: Portal, listeners: Listeners): () => Promise<void> {
  let toldAt = -LOAD_MS;
  return async () => {
    if (!listeners.hearLoad || performance.now() - toldAt < LOAD_MS / 2) return;
    toldAt = performance.now();
    const load = await runCall(portal, contract.network.load, {}, NO_BROWSER, NO_NOTES);
    await listeners.broadcast(`event: load\ndata: ${JSON.stringify(load)}\n\n`, { loadOnly: true });
  };
}

function refuseIfFull(admission: ReturnType<Listeners['admits']>): void {
  if (admission === 'full') throw new Problem('overloaded', { retryAfter: LATER_S });
  if (admission === 'crowded') throw new Problem('too_many_requests', { retryAfter: LATER_S });
}

/** The owner of the token, as for any call; a guest only for the load of the network, which is open to all. */
async function callerOf(portal: Portal, request: FastifyRequest, hearsLoad: boolean): Promise<Caller | undefined> {
  const token = bearerTokenOf(request);
  const { db, clock } = portal.world;
  const caller = token === undefined ? undefined : await db.read((tx) => portal.identify(tx, token, clock.now()));
  const isGuest = caller?.contractId === undefined;
  if (isGuest && ((token !== undefined && !caller) || !hearsLoad)) throw new Problem('unauthorized');
  if (!isGuest) assertSameContract(request, caller);
  return caller;
}

/** A page that still shows another contract must not follow this one. */
function assertSameContract({ headers }: FastifyRequest, { contractId }: Caller): void {
  const shown = headers['x-contract'];
  if (shown !== undefined && shown !== String(contractId)) throw new Problem('other_contract');
}

/** What the browser has last heard: the id of an event, or the age of its data in milliseconds. */
function missedBy({ headers, query }: FastifyRequest) {
  const lastId = headers['last-event-id'];
  const { age: told } = query as { age?: unknown };
  const age = typeof told === 'string' && /^\d{1,9}$/.test(told) ? Number(told) : undefined;
  return { lastId: typeof lastId === 'string' && lastId !== '' ? lastId : undefined, age };
}

/** The headers of the reply, sent at once; proxies must neither keep, compress nor gather it. */
function beginStream(reply: FastifyReply): ServerResponse {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  raw.flushHeaders();
  return raw;
}

type Who = Pick<Listener, 'hearsLoad' | 'hearsQueue' | 'networks' | 'isStaff' | 'until'> &
  Partial<Caller> & { left?: () => void };

function listenerOf(
  { world: { clock } }: Portal,
  response: ServerResponse,
  { contractId, sessionId, acting, hearsLoad, hearsQueue, networks, isStaff, until }: Who,
): Listener {
  return {
    isStaff,
    hears: acting && HEARD_BY[acting.role],
    contractId,
    sessionId,
    hearsLoad,
    hearsQueue,
    networks,
    until,
    send: (text) => {
      // The next beat ends it; it hears nothing more.
      if (until !== undefined && until <= clock.now().getTime()) return;
      if (response.writableLength > MOST_WAITING) response.destroy();
      else response.write(text);
    },
    end: (why: StreamEnding) => {
      response.end(`event: end\ndata: {"why":"${why}"}\n\n`);
    },
  };
}
