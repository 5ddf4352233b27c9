import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { handle } from '#domain/teller/handle.ts';
import { gateOf, type Gate, type Teller } from '#domain/teller/teller.ts';
import type { Outcome } from '#domain/teller/outcome.ts';
import type { World } from '#kernel/world.ts';
import { clientAddress } from '../api.ts';
import { within } from '../deadline.ts';
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

/** Where banks and terminals bring their payments: `/gateway/osmp` and `/gateway/sberbank`. */
export function registerTellers(app: FastifyInstance, world: World, tellers: readonly Teller[], count: Count): void {
  void app.register((gateway, _, done) => {
    // Forms are read by hand, so nothing that comes in is ever understood as XML or JSON.
    gateway.removeAllContentTypeParsers();
    gateway.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LARGEST_FORM }, (_, body: Buffer, parsed) =>
      parsed(null, body.toString('latin1')),
    );
    for (const gate of Object.keys(GATES) as Gate[]) openGate(gateway, world, gate, tellers, count);
    done();
  });
}

function openGate(app: FastifyInstance, world: World, gate: Gate, tellers: readonly Teller[], count: Count): void {
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
    // What the teller sent wrong has a 4xx of Fastify; anything else is ours, and may be repeated.
    errorHandler: ({ statusCode = 500 }, _, reply) =>
      void sendXml(reply, GATES[gate].refusal(new Map(), statusCode < 500 ? 'request_unreadable' : 'temporary')),
    handler: async (request, reply) => {
      const query = request.url.split('?').slice(1).join('?');
      const given = readParameters(query, request.body ?? '');
      const teller = whoCalls(callersOf(request), given ?? new Map(), request.headers.authorization);
      if (!teller) return refuse(request, reply);
      return sendXml(reply, await answerTo(world, teller, given, count));
    },
  });
}

const sendXml = (reply: FastifyReply, xml: string) =>
  reply.status(200).header('cache-control', 'no-store').header('content-type', 'text/xml; charset=utf-8').send(xml);

async function answerTo(world: World, teller: Teller, given: Parameters | undefined, count: Count): Promise<string> {
  const format = formatOf(teller);
  const outcome = given ? await outcomeOf(world, teller, format, given) : refusedUnread;
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
async function outcomeOf(world: World, teller: Teller, format: Format, given: Parameters): Promise<Outcome> {
  const { db, clock, provider, log } = world;
  const ask = format.read(given);
  if (typeof ask === 'string') return { kind: 'refused', refusal: ask };
  try {
    const at = { now: clock.now(), zone: provider.time_zone };
    const outcome = await within(DEADLINE_MS, handle(db, teller, format, ask, at));
    if (outcome.kind === 'refused' && outcome.refusal === 'conflict') {
      log.warn({ teller: teller.name }, 'a payment came again with another account or sum');
    }
    return outcome;
  } catch (err) {
    log.error({ err, teller: teller.name }, 'a teller was asked to repeat');
    return { kind: 'refused', refusal: 'temporary' };
  }
}
