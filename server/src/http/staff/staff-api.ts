import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '@kabinet/contract/kernel/call/call';
import { staffCalls } from '@kabinet/contract/staff';
import { whence } from '#server/domain/identity/session/origin.rules.ts';
import type { PaymentAgent } from '#server/domain/payments/payment-agents/payment-agent.ts';
import { isInNetworks } from '#server/domain/staff/keys/networks.ts';
import { operatorHandlerOf } from '#server/handlers/staff/handler-of.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { inTurn, runCall } from '#server/kernel/call/run-call.ts';
import type { Operator, Portal, RequestFacts } from '#server/kernel/world.ts';
import { BELOW_STAFF, factsOf, CALL_METHODS, replyNotes, refuseLongParameters } from '../api/api.ts';
import { routeOfCall, staffCallAt, type CallAt } from '../api/call-at.ts';
import { within } from '../api/deadline.ts';
import { bursts, limitIn, type Limit } from '../api/limits.ts';
import { credentialIn, recogniseStaff, type StaffAsker } from '../api/staff-caller.ts';
import type { EventStreams } from '../stream/stream.ts';
import { registerStaffStream, STAFF_STREAM } from './staff-stream.ts';
import { isStaffKnown } from './staff-known.ts';
import { operatorOpenApi } from './staff-open-api.ts';
import { staffReads } from './staff-reads.ts';

export interface StaffOptions {
  readonly agents: readonly PaymentAgent[];
  /** Where people may work from; anywhere, if none is named. Programs have networks of their own. */
  readonly networks: readonly string[];
  /** Requests of one person or program in ten seconds. */
  readonly burst: number;
  readonly deadline: number;
  readonly follow: EventStreams['follow'];
}

/** A request of the staff that has been let in. */
interface Admitted {
  readonly at: CallAt | undefined;
  readonly facts: RequestFacts;
}

/** Serves the calls of the staff. Until a person of the staff is added, there are no such addresses. */
export function registerStaffApi(app: FastifyInstance, portal: Portal, options: StaffOptions): void {
  const door = new StaffDoor(portal, options.networks);
  const requests = limitIn(app, bursts(options.burst));
  const staff: Portal = { ...portal, handlerOf: operatorHandlerOf(options.agents) };
  // Whoever is not let in sends no body.
  const preParsing = (request: FastifyRequest) => door.admit(request);
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const { at, facts } = door.admitted(request);
    reply.header('cache-control', 'no-store');
    if (!at) throw new Problem('not_found');
    refuseLongParameters(at);
    const given = await within(
      options.deadline,
      inTurns(staff, requests, facts.operator, () => run(at, request, reply, facts)),
    );
    reply.header('x-moment', portal.world.clock.now().getTime());
    return reply.send(given);
  };
  const readInTurn = staffReads();
  const run = ({ call, params }: CallAt, { query, body }: FastifyRequest, reply: FastifyReply, facts: RequestFacts) => {
    const carryOut = () => runCall(staff, call, { params, query, body }, facts, replyNotes(reply));
    return call.effect === 'read' ? readInTurn(carryOut) : carryOut();
  };
  app.route({ method: [...CALL_METHODS], url: BELOW_STAFF, preParsing, handler });
  for (const call of staffCalls) {
    if (call.largestBody === undefined) continue;
    app.route({ method: call.method, bodyLimit: call.largestBody, url: routeOfCall(call), preParsing, handler });
  }
  let described: object | undefined;
  app.get('/api/staff/v1/openapi.json', async (request) => {
    await door.recognise(request);
    return (described ??= operatorOpenApi());
  });
  registerStaffStream(app, portal, { follow: options.follow, recognise: (request) => door.recognise(request) });
}

/** One person's or program's share of the process. */
function inTurns<T>(portal: Portal, limit: Limit, operator: Operator | undefined, work: () => Promise<T>): Promise<T> {
  const owner = operator?.entry?.owner;
  if (owner === undefined) return work();
  limit.take(`staff ${owner}`);
  return inTurn(portal, `staff ${owner}`, work);
}

/** Whose page it is: two tabs of a browser have one cookie, that of the person who has signed in last. */
function shownBy({ headers }: FastifyRequest): string | undefined {
  const shown = headers['x-person'];
  return typeof shown === 'string' ? shown : undefined;
}

/** What is known of a request; a page that nobody touches says so, and then its requests do not keep the session alive. */
const whoAsks = (request: FastifyRequest): StaffAsker => ({
  ...factsOf(request),
  isIdle: request.headers['x-idle'] !== undefined || request.routeOptions.url === STAFF_STREAM,
  shown: shownBy(request),
});

class StaffDoor {
  readonly #portal: Portal;
  readonly #networks: readonly string[];
  readonly #admitted = new WeakMap<FastifyRequest, Admitted>();

  constructor(portal: Portal, networks: readonly string[]) {
    this.#portal = portal;
    this.#networks = networks;
  }

  async admit(request: FastifyRequest): Promise<void> {
    const at = staffCallAt(request.method, request.url);
    await this.#demandPlace(request);
    if (!at) throw new Problem('not_found');
    const facts = factsOf(request);
    const credential = credentialIn(request);
    this.#refuseForeign(request, at.call, facts);
    const token = credential?.token;
    if (at.call.access === 'public') {
      this.#admitted.set(request, { at, facts: { ...facts, token } });
      return;
    }
    const operator = await recogniseStaff(this.#portal.world, credential, at.call, whoAsks(request));
    this.#admitted.set(request, { at, facts: { ...facts, token, operator } });
  }

  /** Who asks for what is no call, but for the staff alone. */
  async recognise(request: FastifyRequest): Promise<Operator> {
    await this.#demandPlace(request);
    return recogniseStaff(this.#portal.world, credentialIn(request), undefined, whoAsks(request));
  }

  admitted(request: FastifyRequest): Admitted {
    const admitted = this.#admitted.get(request);
    if (!admitted) throw new Problem('not_found');
    return admitted;
  }

  async #demandPlace(request: FastifyRequest): Promise<void> {
    if (!(await isStaffKnown(this.#portal))) throw new Problem('not_found');
    const isOpen = this.#networks.length === 0 || credentialIn(request)?.kind === 'key';
    if (!isOpen && !isInNetworks(factsOf(request).ip, this.#networks)) throw new Problem('network_not_allowed');
  }

  /** A cookie that a browser sends by itself proves nobody's will: a change must come from a page of the portal. */
  #refuseForeign(request: FastifyRequest, call: Call, facts: RequestFacts): void {
    const from = whence(facts, this.#portal.world.staffUrl);
    const needsOwn = call.effect === 'change' && credentialIn(request)?.kind === 'session';
    if (from === 'foreign' || (needsOwn && from !== 'own')) throw new Problem('forbidden_origin');
  }
}
