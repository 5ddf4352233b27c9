import type { FastifyInstance, FastifyRequest } from 'fastify';
import { contract } from '@kabinet/contract';
import type { Call } from '@kabinet/contract/kernel/call';
import { networksOf } from '#domain/identity/session/address.rules.ts';
import { tokenCache } from '#kernel/token-cache.ts';
import type { Portal, RawInput } from '#kernel/world.ts';
import { clientAddress, tokenOf } from './api.ts';
import { bursts, limitIn, takeFor, type Limit } from './limits.ts';
import { inTurns, type Turns } from './turns.ts';

/** Behind one address many subscribers may sit: those who are known may ask this many times as much together. */
const CLIENTS_OF_AN_ADDRESS = 6;
/** A batch counts as its parts, and a contract has so many times as many parts as requests: the home screen asks for twelve. */
const PARTS_OF_A_REQUEST = 5;
/** More parts than this the batch refuses by itself. */
const MOST_PARTS = 40;
/** Of one contract; the rest of the connections is for others, whatever its requests wait for. */
const TURNS: Turns = { running: 5, waiting: 45, patience: 10_000 };

interface SecurityOptions {
  /** Requests of one client in ten seconds; four times as many in a minute. */
  readonly burst: number;
  readonly turns?: Turns | undefined;
}

/**
 * The limits of R-22. Gives the same portal, in which each subscriber has a limit and turns of
 * his own. By address counts who has no token, or one that nobody has shown to be a subscriber's: a made-up token lifts no limit.
 */
export function registerSecurity(app: FastifyInstance, portal: Portal, options: SecurityOptions): Portal {
  const { burst, turns = TURNS } = options;
  const requests = limitIn(app, bursts(burst));
  const parts = limitIn(app, bursts(burst * PARTS_OF_A_REQUEST));
  const guarded: Portal = {
    ...portal,
    inTurn: inTurns(turns),
    checkRateLimit: ({ contractId }, call, raw) => {
      if (contractId === undefined) return;
      requests.take(`contract ${contractId}`);
      parts.take(`contract ${contractId}`, 1, partsOf(call, raw));
    },
  };
  limitAddresses(app, guarded, requests);
  return guarded;
}

const partsOf = (call: Call, { body }: RawInput): number =>
  call === contract.byDefault.index ? Math.min(Object.keys(body ?? {}).length, MOST_PARTS) : 1;

function limitAddresses(app: FastifyInstance, portal: Portal, limit: Limit): void {
  const isSubscriber = (request: FastifyRequest): boolean => {
    const token = tokenOf(request);
    return token !== undefined && tokenCache(portal).of(token)?.contractId !== undefined;
  };
  const unproven = new WeakSet<FastifyRequest>();
  app.addHook('onRequest', (request, _, done) => {
    if (isLimited(request)) {
      const networks = networksOf(clientAddress(request));
      if (isSubscriber(request)) takeFor(limit, 'many', networks, CLIENTS_OF_AN_ADDRESS);
      else {
        unproven.add(request);
        takeFor(limit, 'one', networks);
      }
    }
    done();
  });
  app.addHook('onResponse', (request, _, done) => {
    if (unproven.has(request) && isSubscriber(request)) {
      for (const { name } of networksOf(clientAddress(request))) limit.giveBack(`one ${name}`);
    }
    done();
  });
}

/** Everything that costs work. Files of the browser part are cheap; the gateways have limits of their own. */
const isLimited = ({ url, routeOptions }: FastifyRequest): boolean =>
  /^\/(?:api|lk\/auth|lk\/document|sandbox)(?:[/?]|$)/.test(routeOptions.url ?? url);
