import type { Database, Tx } from '#server/db/database.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import type { Network } from '../port.ts';
import {
  putReplies,
  putService,
  recordedAfter,
  recordedService,
  templatesInUse,
  turnNight,
} from './freeradius.queries.ts';
import { orderEnd, orderSessions, spreadFromNow } from './orders.ts';
import { replyOf, type Reply, type ReplyTemplate } from './reply.ts';

/**
 * RADIUS of the access network. FreeRADIUS works on the schema `radius` of the portal's database with a role of its own
 * (docs/network.md): it reads who may enter and what his device is told, by functions that tell nothing else.
 */
export function freeRadius(db: Database, vault: Pick<Vault, 'sealForRadius'>): Network {
  return {
    connected: ['internet'],
    async apply(state, password) {
      if (state.kind !== 'internet' || !('userId' in state.service)) throw new Error(`no internet: ${state.kind}`);
      const { userId } = state.service;
      const sealed = password === undefined ? null : vault.sealForRadius(password, `service:${userId}`);
      await db.write(async (tx) => {
        const taken = await putService(tx, userId, state, sealed).catch(inWords);
        if (!taken) return;
        const replies = repliesOf(await templatesByKind(tx), { userId, state, isNight: taken.is_night });
        await putReplies(tx, userId, replies);
        await orderSessions(tx, { userId, replies });
      });
    },
    async read(service) {
      if (!('userId' in service)) return undefined;
      const row = await db.read((tx) => recordedService(tx, service.userId));
      // Without a password RADIUS lets nobody in, whatever the stored state says.
      return row && { ...row.state, ...(!row.has_password && { passwordSince: null }) };
    },
    // Its device ends a living session, and tells of it.
    disconnect: (userId, _kind, address) => db.write((tx) => orderEnd(tx, userId, address)),
  };
}

const TAKEN: Readonly<Record<string, string>> = {
  service_login: 'another service has the same login',
  service_circuit: 'another service has the same port of a line',
  service_mac: 'another line enters by the same device',
};

/** A login, port or device that belongs to another service: the order waits, and the operator reads why. */
function inWords(error: unknown): never {
  const { constraint } = error as { constraint?: string };
  throw new Error(TAKEN[constraint ?? ''] ?? String(error), { cause: error });
}

type Templates = ReadonlyMap<string, readonly ReplyTemplate[]>;

const templatesByKind = async (tx: Tx): Promise<Templates> => Map.groupBy(await templatesInUse(tx), ({ kind }) => kind);

type Rendered = Parameters<typeof replyOf>[1];

/** None while access is closed: who may not enter is told nothing. */
const repliesOf = (templates: Templates, service: Rendered): Record<string, Reply> =>
  service.state.access === 'closed'
    ? {}
    : Object.fromEntries([...templates].map(([kind, ofKind]) => [kind, replyOf(ofKind, service)]));

const PAGE = 500;

/**
 * Renders the replies of the next services anew, after a change of a template or the first device of a kind. Returns where to go on;
 * undefined at the end.
 */
export async function renderAgain(db: Database, after: number): Promise<number | undefined> {
  return db.write(async (tx) => {
    const [services, templates] = [await recordedAfter(tx, after, PAGE), await templatesByKind(tx)];
    for (const { user_id: userId, state, is_night: isNight } of services)
      await putReplies(tx, userId, repliesOf(templates, { userId, state, isNight }));
    return services.length < PAGE ? undefined : services.at(-1)?.user_id;
  });
}

/** Few: whoever changes one of them waits for a page. */
const PAGE_OF_NIGHT = 100;

/**
 * Tells the services whose speed differs at night which one they have at this minute of the day: new sessions at once, living ones spread
 * over minutes, from before the promised beginning and from its end. Returns of how many services it has changed.
 */
export async function applyNight(db: Database, minute: number): Promise<number> {
  const dueOf = await db.read(spreadFromNow);
  for (let turned = 0; ;) {
    const services = await db.write(async (tx) => {
      const [page, templates] = [await turnNight(tx, minute, PAGE_OF_NIGHT), await templatesByKind(tx)];
      for (const { user_id: userId, state, is_night: isNight } of page) {
        const replies = repliesOf(templates, { userId, state, isNight });
        await putReplies(tx, userId, replies);
        await orderSessions(tx, { userId, replies, dueOf });
      }
      return page.length;
    });
    turned += services;
    if (services < PAGE_OF_NIGHT) return turned;
  }
}
