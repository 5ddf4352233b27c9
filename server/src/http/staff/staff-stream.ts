import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { operatorContract } from '@kabinet/contract/staff';
import { roleFor } from '@kabinet/contract/kernel/call/staff-call';
import { keepCardsOpen, noteClosedCard, noteOpenCard } from '#server/domain/staff/presence/presence.queries.ts';
import { isOnlyTechnician, visitedToday } from '#server/handlers/staff/identity/own-visits.ts';
import { dayIn } from '@kabinet/contract/kernel/day';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Operator, Portal, StaffEntry } from '#server/kernel/world.ts';
import type { EventStreams } from '../stream/stream.ts';

export const STAFF_STREAM = '/api/staff/v1/event/stream';

/** A stream ends after so long, so that whoever has lost a role or the session is asked again. Events hold no data. */
const LASTS_MS = 5 * 60_000;
/** A page that begins its next stream within this time has not gone. */
const BACK_MS = 7000;
/** How often it is noted that cards are still open. */
const NOTED_MS = 20_000;

interface StaffStreamOptions {
  readonly follow: EventStreams['follow'];
  readonly recognise: (request: FastifyRequest) => Promise<Operator>;
}

/**
 * Serves `/api/staff/v1/event/stream?topic=orders`, which tells that the queue of orders has changed, and `?contract_id=…`: it tells a page of the staff when what it shows of a contract is out of date, and who
 * else has opened or closed its card. Follows the same notifications as the stream of the subscriber (decision 0102).
 */
export function registerStaffStream(
  app: FastifyInstance,
  portal: Portal,
  { follow, recognise }: StaffStreamOptions,
): void {
  const { db, clock, log } = portal.world;
  const open = new Set<string>();
  const failed = (err: unknown): void => log.warn({ err }, 'presence of the staff');
  const timer = setInterval(() => {
    if (open.size > 0) db.write((tx) => keepCardsOpen(tx, [...open], clock.now())).catch(failed);
  }, NOTED_MS).unref();
  app.addHook('preClose', (done) => {
    clearInterval(timer);
    done();
  });

  const followCard = async (at: Following, operator: Operator, contractId: number): Promise<FastifyReply> => {
    await demandCard(portal, operator, contractId);
    const streamId = randomUUID();
    const { personId } = at;
    await db.write((tx) => noteOpenCard(tx, { streamId, contractId, personId }, clock.now()));
    open.add(streamId);
    const close = (): Promise<void> => db.write((tx) => noteClosedCard(tx, streamId)).catch(failed);
    const left = (): void => {
      open.delete(streamId);
      setTimeout(() => void close(), BACK_MS).unref();
    };
    return follow(at.request, at.reply, { contractId, until: at.until, left }).catch(async (error: unknown) => {
      // Too many listen: nobody is at this card.
      open.delete(streamId);
      await close();
      throw error;
    });
  };

  app.get(STAFF_STREAM, async (request, reply) => {
    const contractId = isOfQueue(request) ? undefined : contractIn(request);
    const operator = await recognise(request);
    const { personId, entry } = personIn(operator);
    const until = Math.min(clock.now().getTime() + LASTS_MS, entry.sessionUntil?.getTime() ?? Number.POSITIVE_INFINITY);
    if (contractId !== undefined) return followCard({ request, reply, personId, until }, operator, contractId);
    demandQueue(entry);
    return follow(request, reply, { hearsQueue: true, until, left: () => undefined });
  });
}

interface Following {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly personId: number;
  readonly until: number;
}

/** A program follows nothing. */
function personIn({ entry }: Operator): { readonly personId: number; readonly entry: StaffEntry } {
  const personId = entry?.personId ?? null;
  if (!entry || personId === null) throw new Problem('person_needed');
  return { personId, entry };
}

const isOfQueue = ({ query }: FastifyRequest): boolean => (query as { topic?: unknown }).topic === 'orders';

function demandQueue({ roles }: Pick<StaffEntry, 'roles'>): void {
  if (roleFor(roles, operatorContract.orders.list) === undefined) throw new Problem('role_not_allowed');
}

/** Whoever may not open the card may not follow it. */
async function demandCard(
  { world: { db, clock, provider } }: Portal,
  operator: Operator,
  contractId: number,
): Promise<void> {
  const { show } = operatorContract.card;
  if (roleFor(operator.entry?.roles ?? [], show) === undefined) throw new Problem('role_not_allowed');
  if (!isOnlyTechnician(operator, show)) return;
  const today = dayIn(provider.time_zone, clock.now());
  const own = await db.read((tx) => visitedToday({ db: tx, operator, provider, today }));
  if (!own.has(contractId)) throw new Problem('not_your_visit');
}

function contractIn({ query }: FastifyRequest): number {
  const { contract_id: written } = query as { contract_id?: unknown };
  if (typeof written === 'string' && /^[1-9]\d{0,14}$/.test(written)) return Number(written);
  const errors = [{ path: 'query.contract_id', message: 'Назовите договор' }];
  throw new Problem('bad_input', { errors });
}
