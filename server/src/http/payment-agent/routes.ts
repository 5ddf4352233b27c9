import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { handle } from '#domain/payments/payment-agents/handle.ts';
import { gateOf, type Gate, type PaymentAgent } from '#domain/payments/payment-agents/payment-agent.ts';
import type { Outcome } from '#domain/payments/payment-agents/outcome.ts';
import { Problem } from '#kernel/problem.ts';
import type { World } from '#kernel/world.ts';
import { clientAddress } from '../api.ts';
import { within } from '../deadline.ts';
import type { InTurn } from '../turns.ts';
import { whoCalls } from './access.ts';
import type { Format } from './format.ts';
import { formatOf } from './formats.ts';
import { osmp } from './osmp.ts';
import { readParameters, type Parameters } from './parameters.ts';
import { sberbank1 } from './sberbank-1.ts';

/** Payment agents give up after 60 s; a payment that is credited a moment later is answered when they repeat it. */
const DEADLINE_MS = 20_000;
const LARGEST_FORM = 16 * 1024;

/** Hears how each call of a payment agent ended: `ok` or the refusal; `unknown` is who is none. */
export type Count = (agent: string, outcome: string) => void;

/** In which words a gate answers what could not be read at all. */
const GATES: Readonly<Record<Gate, Format>> = { osmp, sberbank: sberbank1 };

interface PaymentAgents {
  readonly agents: readonly PaymentAgent[];
  readonly count: Count;
  /** Refuses a payment agent that calls too often, and carries out its calls in turns. */
  readonly admit: InTurn;
}

/** Where banks and terminals bring their payments: `/gateway/osmp` and `/gateway/sberbank`. */
export function registerPaymentAgents(app: FastifyInstance, world: World, options: PaymentAgents): void {
  void app.register((gateway, _, done) => {
    // Forms are read by hand, so nothing that comes in is ever understood as XML or JSON.
    gateway.removeAllContentTypeParsers();
    gateway.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LARGEST_FORM }, (_, body: Buffer, parsed) =>
      parsed(null, body.toString('latin1')),
    );
    for (const gate of Object.keys(GATES) as Gate[]) openGate(gateway, world, gate, options);
    done();
  });
}

function openGate(app: FastifyInstance, world: World, gate: Gate, options: PaymentAgents): void {
  const { agents, count } = options;
  const callersOf = (request: FastifyRequest) => {
    const address = clientAddress(request);
    return agents.filter((agent) => gateOf(agent) === gate && agent.isAt(address));
  };
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    count('unknown', 'refused');
    // The address is a machine's that wants to move money: a mistake in the settings is found by it.
    world.log.warn({ gate, address: clientAddress(request) }, 'a payment agent that is none was refused');
    return reply.status(403).header('cache-control', 'no-store').send();
  };
  app.route<{ Body: string | undefined }>({
    method: ['GET', 'POST'],
    url: `/gateway/${gate}`,
    exposeHeadRoute: false,
    // A stranger's body is not even read.
    onRequest: async (request, reply) => {
      if (callersOf(request).length === 0) await refuse(request, reply);
    },
    errorHandler: (error, request, reply) => {
      const refusal = isTheirs(error) ? 'request_unreadable' : 'temporary';
      count('unknown', refusal);
      void sendXml(reply, GATES[gate].refusal(readParameters(queryOf(request)) ?? new Map(), refusal));
    },
    handler: async (request, reply) => {
      const given = readParameters(queryOf(request), request.body ?? '');
      const agent = whoCalls(callersOf(request), given ?? new Map(), request.headers.authorization);
      if (!agent) return refuse(request, reply);
      return sendXml(reply, await answerTo(world, agent, given, options));
    },
  });
}

const sendXml = (reply: FastifyReply, xml: string) =>
  reply.status(200).header('cache-control', 'no-store').header('content-type', 'text/xml; charset=utf-8').send(xml);

const queryOf = ({ url }: FastifyRequest): string => url.split('?').slice(1).join('?');

/** Whether a repeat would be refused, too: one that comes too often, or while the server ends, is welcome later. */
function isTheirs(error: Error & { readonly statusCode?: number }): boolean {
  const status = error instanceof Problem ? error.status : (error.statusCode ?? 500);
  return status < 500 && status !== 429;
}

async function answerTo(
  world: World,
  agent: PaymentAgent,
  given: Parameters | undefined,
  { count, admit }: PaymentAgents,
): Promise<string> {
  const format = formatOf(agent);
  const outcome = given ? await outcomeOf(world, agent, given, admit) : refusedUnread;
  count(agent.name, outcome.kind === 'refused' ? outcome.refusal : 'ok');
  switch (outcome.kind) {
    case 'account':
      return format.account(given ?? new Map(), outcome.account);
    case 'kept':
      return outcome.answer;
    case 'refused':
      return format.refusal(given ?? new Map(), outcome.refusal);
  }
}

const refusedUnread = { kind: 'refused', refusal: 'request_unreadable' } as const;

/** Whatever breaks at ours is temporary: the payment agent repeats, and the payment is credited once. */
async function outcomeOf(world: World, agent: PaymentAgent, given: Parameters, admit: InTurn): Promise<Outcome> {
  const { db, clock, provider, log } = world;
  const format = formatOf(agent);
  const ask = format.read(given);
  if (typeof ask === 'string') return { kind: 'refused', refusal: ask };
  try {
    const at = { now: clock.now(), zone: provider.time_zone };
    const outcome = await within(
      DEADLINE_MS,
      admit(agent.name, () => handle(db, agent, format, ask, at)),
    );
    if (outcome.kind === 'refused' && outcome.refusal === 'conflict') {
      log.warn({ agent: agent.name }, 'a payment came again with another account or sum');
    }
    return outcome;
  } catch (err) {
    log[err instanceof Problem ? 'warn' : 'error']({ err, agent: agent.name }, 'a payment agent was asked to repeat');
    return { kind: 'refused', refusal: 'temporary' };
  }
}
