import type { FastifyInstance } from 'fastify';
import { dayIn } from '@kabinet/contract/kernel/day';
import { parseRubles, toWireMoney } from '@kabinet/contract/kernel/money';
import { z } from 'zod';
import { balanceOfOwner } from '#server/domain/changes/tv-platform/tv-platform.queries.ts';
import { carryOutTvOrder, tvOwnerOf, subscriberOf } from '#server/domain/changes/tv-platform/tv-platform.ts';
import type { Tx } from '#server/db/database.ts';
import type { TvPlatform } from '#server/integrations/tv/port.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { isSameText } from '#server/kernel/same-text.ts';
import type { Portal } from '#server/kernel/world.ts';
import { openScope } from '../api/scope.ts';

const LARGEST_CALL = 64 * 1024;

const Text = z.union([z.string(), z.number()]).transform(String).nullish();
const Query = z.object({ user_id: Text, provider_uid: Text, trf_id: Text, ip: Text, phone: Text });
const Packet = z.object({ id: Text, price: Text }).nullish();
const Body = z.object({
  user: z.object({ provider_uid: Text }).nullish(),
  packet: Packet,
  subscription: z.object({ packet: Packet }).nullish(),
});

interface TvPlatformRequest {
  readonly query: z.output<typeof Query>;
  readonly body: z.output<typeof Body>;
}

const NO_SUBSCRIBER = 'Абонент не найден';
const IN_PORTAL = 'Сменить этот пакет можно в личном кабинете';

/**
 * Serves requests of 24часаТВ: sign-in, orders from its application, the balance. The secret is a part of the address; a wrong
 * one gets the same reply as an address that does not exist. The platform waits for five seconds.
 */
export function registerTvGateway(app: FastifyInstance, { world }: Portal): void {
  const { calls } = world.outside.tv ?? {};
  if (!calls) return;
  openScope(app, 'tv-gateway', (gateway) => {
    gateway.removeAllContentTypeParsers();
    gateway.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LARGEST_CALL }, (_, body, parsed) =>
      parsed(null, body),
    );
    for (const [name, answer] of Object.entries(ANSWERS)) {
      gateway.post<{ Params: { secret: string } }>(`/gateway/24tv/:secret/${name}`, async (request, reply) => {
        if (!isSameText(calls.secret, request.params.secret)) throw new Problem('not_found');
        const told = readTold(request.query, request.body);
        const said = await answer(told, { world, calls });
        return reply.header('cache-control', 'no-store').send(said);
      });
    }
  });
}

function readTold(query: unknown, body: unknown): TvPlatformRequest {
  const parsed = z.object({ query: Query, body: Body }).safeParse({ query, body: parsedJson(body) });
  if (parsed.success) return parsed.data;
  throw new Problem('unreadable');
}

function parsedJson(body: unknown): unknown {
  if (typeof body !== 'string' || body === '') return {};
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

interface Around {
  readonly world: Portal['world'];
  readonly calls: NonNullable<TvPlatform['calls']>;
}
type TvPlatformAnswer = (told: TvPlatformRequest, around: Around) => Promise<object>;

/** Our id of the subscriber: some requests have it in the body, some in the address. */
const uidOf = ({ query, body }: TvPlatformRequest): string =>
  body.user?.provider_uid ?? query.provider_uid ?? query.user_id ?? '';

const ANSWERS: Readonly<Record<string, TvPlatformAnswer>> = {
  auth: async ({ query }, { world }) => {
    const known = { uid: query.provider_uid ?? '', phone: query.phone ?? '', ip: query.ip ?? '' };
    const owner = await world.db.read((tx) => subscriberOf(tx, known, world.clock.now()));
    return owner
      ? { result: 'success', provider_uid: String(owner.userId) }
      : { result: 'error', errmsg: NO_SUBSCRIBER };
  },
  balance: async (told, { world }) => {
    const known = await world.db.read(async (tx) => {
      const owner = await tvOwnerOf(tx, uidOf(told));
      return owner && balanceOfOwner(tx, owner.userId);
    });
    return known
      ? { result: 'success', balance: toWireMoney(known.balance) }
      : { result: 'error', errmsg: NO_SUBSCRIBER };
  },
  packet: (told, around) => {
    const { id, price } = told.body.packet ?? {};
    const shown = parseRubles(price ?? '');
    return ordered(told, around, { packet: id ?? told.query.trf_id ?? '', status: 'on', shown });
  },
  delete_subscription: (told, around) =>
    ordered(told, around, { packet: told.body.subscription?.packet?.id ?? '', status: 'off' }),
};

interface Ordered {
  readonly packet: string;
  readonly status: 'on' | 'off';
  readonly shown?: ReturnType<typeof parseRubles>;
}

/** Carries out an order. `status: -1` means a refusal for the platform; its application shows `errmsg`. */
async function ordered(told: TvPlatformRequest, { world, calls }: Around, order: Ordered): Promise<object> {
  try {
    await world.db.write((tx) => carryOutOrder(tx, uidOf(told), order, { world, calls }));
    return { status: 1 };
  } catch (error) {
    if (error instanceof Problem) return { status: -1, errmsg: error.message };
    throw error;
  }
}

async function carryOutOrder(tx: Tx, uid: string, { packet, status, shown }: Ordered, { world, calls }: Around) {
  const owner = await tvOwnerOf(tx, uid);
  if (!owner) throw new Problem('not_found', { message: NO_SUBSCRIBER });
  const programId = calls.programOf(packet);
  if (programId === undefined) throw new Problem('change_not_allowed', { message: IN_PORTAL });
  if (status === 'on' && shown === undefined) throw new Problem('change_not_allowed', { message: IN_PORTAL });
  const { time_zone: zone } = world.provider;
  const now = world.clock.now();
  await carryOutTvOrder(tx, { owner, programId, status, shown }, { now, zone, today: dayIn(zone, now) });
}
