import type { FastifyInstance, FastifyRequest } from 'fastify';
import { contract } from '@kabinet/contract';
import type { Call } from '@kabinet/contract/kernel/call/call';
import { addressNetworksOf } from '#server/domain/identity/session/address.rules.ts';
import { tokenCache } from '#server/kernel/token-cache.ts';
import type { Portal, RawInput } from '#server/kernel/world.ts';
import { clientAddress, bearerTokenOf } from './api.ts';
import { bursts, limitIn, takeFor, type Limit } from './limits.ts';
import { seenStaff } from './staff-caller.ts';
import { inTurns, type Turns } from './turns.ts';

/** Many subscribers may share an address: together the known ones may make this many times the limit of one. */
const CLIENTS_OF_AN_ADDRESS = 6;
/**
 * A batch counts as its parts, and a contract may request so many times as many parts as requests: the home screen
 * needs twelve.
 */
const PARTS_OF_A_REQUEST = 5;
/** The batch itself refuses more parts than this. */
const MOST_PARTS = 40;
/** Per contract; the other connections stay free for other contracts, even when its requests wait. */
const TURNS: Turns = { running: 5, waiting: 45, patience: 10_000 };

interface SecurityOptions {
  /** Requests of one client in ten seconds; four times as many in a minute. */
  readonly burst: number;
  readonly turns?: Turns | undefined;
}

/**
 * Applies the limits of R-22. Returns the portal with a limit and a queue for each subscriber. A request without a
 * token, or with a token not yet known to be a subscriber's, counts against the address: a made-up token lifts no
 * limit.
 */
export function registerSecurity(app: FastifyInstance, portal: Portal, options: SecurityOptions): Portal {
  const { burst, turns = TURNS } = options;
  const requests = limitIn(app, bursts(burst));
  const parts = limitIn(app, bursts(burst * PARTS_OF_A_REQUEST));
  const guarded: Portal = {
    ...portal,
    inTurn: inTurns(turns),
    checkRateLimit: ({ contractId, acting }, call, raw) => {
      if (contractId === undefined) return;
      // A member counts against the limit of his own contract, not of the one that he has open.
      const key = `contract ${acting?.memberId ?? contractId}`;
      requests.take(key);
      parts.take(key, 1, partsOf(call, raw));
    },
  };
  limitAddresses(app, guarded, requests);
  return guarded;
}

const partsOf = (call: Call, { body }: RawInput): number =>
  call === contract.byDefault.index ? Math.min(Object.keys(body ?? {}).length, MOST_PARTS) : 1;

function limitAddresses(app: FastifyInstance, portal: Portal, limit: Limit): void {
  const isProven = (request: FastifyRequest): boolean => {
    const token = bearerTokenOf(request);
    if (token !== undefined && tokenCache(portal).of(token)?.contractId !== undefined) return true;
    return isOfStaff(request) && seenStaff(portal.world).has(request);
  };
  const unproven = new WeakSet<FastifyRequest>();
  app.addHook('onRequest', (request, _, done) => {
    if (isLimited(request)) {
      const networks = addressNetworksOf(clientAddress(request));
      if (isProven(request)) takeFor(limit, 'many', networks, CLIENTS_OF_AN_ADDRESS);
      else {
        unproven.add(request);
        takeFor(limit, 'one', networks);
      }
    }
    done();
  });
  app.addHook('onResponse', (request, _, done) => {
    if (unproven.has(request) && isProven(request)) {
      for (const { name } of addressNetworksOf(clientAddress(request))) limit.giveBack(`one ${name}`);
    }
    done();
  });
}

const isOfStaff = ({ url }: FastifyRequest): boolean => url.startsWith('/api/staff/');

/** Requests that cost work. Static files are cheap; the gateways have their own limits. */
const isLimited = ({ url, routeOptions }: FastifyRequest): boolean =>
  /^\/(?:api|lk\/auth|lk\/document|sandbox)(?:[/?]|$)/.test(routeOptions.url ?? url);
