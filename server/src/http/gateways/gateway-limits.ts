import type { FastifyInstance, RouteOptions } from 'fastify';
import { addressNetworksOf } from '#server/domain/identity/session/address.rules.ts';
import { clientAddress } from '../api/api.ts';
import { within } from '../api/deadline.ts';
import { bursts, limitIn, takeFor } from '../api/limits.ts';
import { inTurns, type InTurn, type Turns } from '../api/turns.ts';

/** A bank sends payments of many clients, so its limit is so many times that of one client: 600 in ten seconds. */
const CLIENTS_OF_A_SOURCE = 12;
/** Per bank or terminal network: payments to one account wait for each other and must not take all connections. */
const TURNS: Turns = { running: 5, waiting: 200, patience: 10_000 };

interface GatewayOptions {
  readonly burst: number;
  /** In milliseconds. */
  readonly deadline: number;
  readonly turns?: Turns | undefined;
}

/**
 * Limits all of `/gateway/`, and the links in letters, which programs open too, by address, and the time of each reply of `/gateway/`; returns
 * the limit for one payment agent by name, from any address.
 */
export function limitGateways(app: FastifyInstance, { burst, deadline, turns = TURNS }: GatewayOptions): InTurn {
  const limit = limitIn(app, bursts(burst * CLIENTS_OF_A_SOURCE));
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/gateway/')) answerWithin(deadline, route);
  });
  app.addHook('onRequest', (request, _, done) => {
    const { url = '' } = request.routeOptions;
    if (url.startsWith('/gateway/') || url === '/lk/unsubscribe') {
      takeFor(limit, 'address', addressNetworksOf(clientAddress(request)));
    }
    done();
  });
  const inTurn = inTurns(turns);
  return async (agent, work) => {
    limit.take(`agent ${agent}`);
    return inTurn(agent, work);
  };
}

/**
 * Replies 503 to a caller whose work lasts too long: a commit that waits for a standby has no other end. What it wrote may stand, and
 * the caller's repetition is recognised.
 */
function answerWithin(milliseconds: number, route: RouteOptions): void {
  const { handler } = route;
  route.handler = function answer(request, reply) {
    return within(milliseconds, Promise.resolve(handler.call(this, request, reply)));
  };
}
