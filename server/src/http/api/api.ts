import { isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allCalls } from '@kabinet/contract';
import type { Call, Method } from '@kabinet/contract/kernel/call/call';
import { readDevice } from '#server/domain/identity/session/cookies.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { runCallToSend } from '#server/kernel/call/run-call.ts';
import { tokenCache } from '#server/kernel/token-cache.ts';
import type { Portal, ReplyNotes, RequestFacts } from '#server/kernel/world.ts';
import { callAt, routeOfCall, staffCallAt, type CallAt } from './call-at.ts';
import { within } from './deadline.ts';
import { refusedByHttp } from './problems.ts';

export const CALL_METHODS: readonly Method[] = ['GET', 'POST', 'PATCH', 'DELETE'];
const BELOW_API = '/api/*';
export const BELOW_STAFF = '/api/staff/v1/*';
/** Characters of a parameter, as in the addresses of other routes. */
const LONGEST_PARAMETER = 100;
const TOO_LONG = 414;

/** Refuses what no id and no name can be. */
export function refuseLongParameters({ params }: CallAt): void {
  if (Object.values(params).some((value = '') => value.length > LONGEST_PARAMETER)) throw refusedByHttp(TOO_LONG);
}

/** What a handler may send besides its result, in a reply. */
export const replyNotes = (reply: FastifyReply): ReplyNotes => ({
  header: (name, value) => void reply.header(name, value),
  cookie: (value) => void reply.header('set-cookie', value),
});

/** Serves the contract over HTTP: one address per call. */
export function registerApi(app: FastifyInstance, portal: Portal, deadline: number): void {
  const answer = async (at: CallAt, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { call, params } = at;
    reply.header('cache-control', cacheControl(call));
    const { query, body } = request;
    const answered = await within(
      deadline,
      runCallToSend(portal, call, { params, query, body }, factsOf(request), replyNotes(reply)),
    );
    // The page reckons days by this clock, not by the device's (decision 0171). A reply that the browser keeps would tell it an old moment.
    if (reply.getHeader('cache-control') === 'no-store') reply.header('x-moment', portal.world.clock.now().getTime());
    return reply.send(answered.take());
  };
  app.route({
    method: [...CALL_METHODS],
    url: BELOW_API,
    handler: async (request, reply) => {
      const at = callAt(request.method, request.url);
      if (at === undefined) {
        reply.callNotFound();
        return reply;
      }
      refuseLongParameters(at);
      return answer(at, request, reply);
    },
  });
  for (const call of allCalls) {
    if (call.largestBody === undefined) continue;
    app.route({
      method: call.method,
      bodyLimit: call.largestBody,
      preParsing: (request: FastifyRequest) => demandSubscriber(portal, request),
      url: routeOfCall(call),
      handler: (request, reply) => answer({ call, params: {} }, request, reply),
    });
  }
}

/** The route of a request, for the log and the metrics; for a call its address in the contract, with names of parameters. */
export function routeOf(request: FastifyRequest): string | undefined {
  const { url } = request.routeOptions;
  if (url !== BELOW_API && url !== BELOW_STAFF) return url;
  const at = (url === BELOW_API ? callAt : staffCallAt)(request.method, request.url);
  return at && routeOfCall(at.call);
}

/** A large body is read only for a signed-in subscriber; others are refused before it. */
async function demandSubscriber(portal: Portal, request: FastifyRequest): Promise<void> {
  const token = bearerTokenOf(request);
  if (token === undefined) throw new Problem('unauthorized');
  if (tokenCache(portal).of(token)?.contractId !== undefined) return;
  const { db, clock } = portal.world;
  const caller = await db.read((tx) => portal.identify(tx, token, clock.now()));
  if (caller?.contractId === undefined) throw new Problem('unauthorized');
}

/** Replies about a client are never cached; public lists are cached as long as they are fresh. */
function cacheControl({ access, freshFor }: Call): string {
  return access === 'subscriber' || freshFor === 0 ? 'no-store' : `private, max-age=${freshFor / 1000}`;
}

/** The client's address without its IPv6 zone. A forwarded value that is not an address is ignored. */
export function clientAddress({ ip, socket }: FastifyRequest): string {
  const address = isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip;
  return address.replace(/%.*$/, '');
}

export const bearerTokenOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer ([\w-]{1,128})$/.exec(headers.authorization ?? '')?.[1];

export function factsOf(request: FastifyRequest): RequestFacts {
  const header = (name: string) => {
    const value = request.headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    ip: clientAddress(request),
    browser: header('user-agent') ?? '',
    origin: header('origin'),
    fetchSite: header('sec-fetch-site'),
    fetchDest: header('sec-fetch-dest'),
    token: bearerTokenOf(request),
    device: readDevice(header('cookie')),
    idempotencyKey: header('idempotency-key'),
    requestId: request.id,
    contract: header('x-contract'),
  };
}
