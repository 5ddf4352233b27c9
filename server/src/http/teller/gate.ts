import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { handle } from '#domain/payments/teller/handle.ts';
import { gateOf, type Gate, type Teller } from '#domain/payments/teller/teller.ts';
import type { Outcome } from '#domain/payments/teller/outcome.ts';
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

/** Tellers give up after 60 s; a payment that is credited a moment later is answered when they repeat it. */
const DEADLINE_MS = 20_000;
const LARGEST_FORM = 16 * 1024;

/** Hears how each call of a teller ended: `ok` or the refusal; `unknown` is who is none. */
export type Count = (teller: string, outcome: string) => void;

/** In which words a gate answers what could not be read at all. */
const GATES: Readonly<Record<Gate, Format>> = { osmp, sberbank: sberbank1 };

interface Tellers {
  readonly tellers: readonly Teller[];
  readonly count: Count;
  /** Refuses a teller that calls too often, and carries out its calls in turns. */
  readonly admit: InTurn;
}

/** Where banks and terminals bring their payments: `/gateway/osmp` and `/gateway/sberbank`. */
export function registerTellers(app: FastifyInstance, world: World, options: Tellers): void {
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

function openGate(app: FastifyInstance, world: World, gate: Gate, options: Tellers): void {
  const { tellers, count } = options;
  const callersOf = (request: FastifyRequest) => {
    const address = clientAddress(request);
    return tellers.filter((teller) => gateOf(teller) === gate && teller.isAt(address));
  };
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    count('unknown', 'refused');
    // The address is a machine's that wants to move money: a mistake in the settings is found by it.
    world.log.warn({ gate, address: clientAddress(request) }, 'a teller that is none was refused');
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
      const teller = whoCalls(callersOf(request), given ?? new Map(), request.headers.authorization);
      if (!teller) return refuse(request, reply);
      return sendXml(reply, await answerTo(world, teller, given, options));
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
  teller: Teller,
  given: Parameters | undefined,
  { count, admit }: Tellers,
): Promise<string> {
  const format = formatOf(teller);
  const outcome = given ? await outcomeOf(world, teller, given, admit) : refusedUnread;
  count(teller.name, outcome.kind === 'refused' ? outcome.refusal : 'ok');
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

/** Whatever breaks at ours is temporary: the teller repeats, and the payment is credited once. */
async function outcomeOf(world: World, teller: Teller, given: Parameters, admit: InTurn): Promise<Outcome> {
  const { db, clock, provider, log } = world;
  const format = formatOf(teller);
  const ask = format.read(given);
  if (typeof ask === 'string') return { kind: 'refused', refusal: ask };
  try {
    const at = { now: clock.now(), zone: provider.time_zone };
    const outcome = await within(
      DEADLINE_MS,
      admit(teller.name, () => handle(db, teller, format, ask, at)),
    );
    if (outcome.kind === 'refused' && outcome.refusal === 'conflict') {
      log.warn({ teller: teller.name }, 'a payment came again with another account or sum');
    }
    return outcome;
  } catch (err) {
    log[err instanceof Problem ? 'warn' : 'error']({ err, teller: teller.name }, 'a teller was asked to repeat');
    return { kind: 'refused', refusal: 'temporary' };
  }
}
