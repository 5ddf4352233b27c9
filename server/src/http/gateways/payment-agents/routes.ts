import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { handleAgentRequest } from '#server/domain/payments/payment-agents/handle.ts';
import { gateOf, type AgentGate, type PaymentAgent } from '#server/domain/payments/payment-agents/payment-agent.ts';
import type { AgentOutcome } from '#server/domain/payments/payment-agents/outcome.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { urgently } from '#server/kernel/call/urgent.ts';
import type { World } from '#server/kernel/world.ts';
import { clientAddress } from '../../api/api.ts';
import { within } from '../../api/deadline.ts';
import type { InTurn } from '../../api/turns.ts';
import { whoCalls } from './access.ts';
import type { AgentFormat } from './format.ts';
import { formatOf } from './formats.ts';
import { osmp } from './osmp.ts';
import { readParameters, type Parameters } from './parameters.ts';
import { sberbank1 } from './sberbank-1.ts';
import { openScope } from '../../api/scope.ts';

/** Payment agents give up after 60 s; a payment credited a moment later gets its reply when they repeat it. */
const DEADLINE_MS = 20_000;
const LARGEST_FORM = 16 * 1024;

/** Counts the calls of a payment agent by outcome: `ok` or the refusal; `unknown` is an unauthenticated caller. */
export type CountAgentCall = (agent: string, outcome: string) => void;

/** The format for requests that could not be parsed at all. */
const GATES: Readonly<Record<AgentGate, AgentFormat>> = { osmp, sberbank: sberbank1 };

interface PaymentAgents {
  readonly agents: readonly PaymentAgent[];
  readonly count: CountAgentCall;
  /** Refuses a payment agent that calls too often, and queues its calls. */
  readonly admit: InTurn;
}

/** Serves the addresses where banks and terminals send payments: `/gateway/osmp` and `/gateway/sberbank`. */
export function registerPaymentAgents(app: FastifyInstance, world: World, options: PaymentAgents): void {
  openScope(app, 'payment-agents', (gateway) => {
    // Forms are parsed here, so input is never parsed as XML or JSON.
    gateway.removeAllContentTypeParsers();
    gateway.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LARGEST_FORM }, (_, body: Buffer, parsed) =>
      parsed(null, body.toString('latin1')),
    );
    for (const gate of Object.keys(GATES) as AgentGate[]) openGate(gateway, world, gate, options);
  });
}

function openGate(app: FastifyInstance, world: World, gate: AgentGate, options: PaymentAgents): void {
  const { agents, count } = options;
  const callersOf = (request: FastifyRequest) => {
    const address = clientAddress(request);
    return agents.filter((agent) => gateOf(agent) === gate && agent.isAt(address));
  };
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    count('unknown', 'refused');
    // The log names the address of a machine that tries to move money: it helps to find a mistake in the settings.
    world.log.warn({ gate, address: clientAddress(request) }, 'refused a caller that is no known payment agent');
    return reply.status(403).header('cache-control', 'no-store').send();
  };
  app.route<{ Body: string | undefined }>({
    method: ['GET', 'POST'],
    url: `/gateway/${gate}`,
    exposeHeadRoute: false,
    // The body of an unknown caller is not read.
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

/** Whether a repeat would be refused too. A call over the rate limit, or during shutdown, may succeed later. */
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

/** Every internal error is temporary: the payment agent repeats the call, and the payment is credited once. */
async function outcomeOf(world: World, agent: PaymentAgent, given: Parameters, admit: InTurn): Promise<AgentOutcome> {
  const { db, clock, provider, log } = world;
  const format = formatOf(agent);
  const ask = format.read(given);
  if (typeof ask === 'string') return { kind: 'refused', refusal: ask };
  try {
    const at = { now: clock.now(), zone: provider.time_zone };
    const outcome = await within(
      DEADLINE_MS,
      admit(agent.name, () => handleAgentRequest(urgently(db), agent, format, ask, at)),
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
