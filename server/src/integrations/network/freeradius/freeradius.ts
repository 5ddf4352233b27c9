import type { Database, Tx } from '#server/db/database.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import type { InternetState, Network } from '../port.ts';
import { putReplies, putService, recordedAfter, recordedService, templatesInUse } from './freeradius.queries.ts';
import { orderEnd, orderSessions } from './orders.ts';
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
        const replies = repliesOf(await templatesByKind(tx), userId, state);
        await putReplies(tx, userId, replies);
        await orderSessions(tx, userId, replies);
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

/** None while access is closed: who may not enter is told nothing. */
const repliesOf = (templates: Templates, userId: number, state: InternetState): Record<string, Reply> =>
  state.access === 'closed'
    ? {}
    : Object.fromEntries([...templates].map(([kind, ofKind]) => [kind, replyOf(ofKind, userId, state)]));

const PAGE = 500;

/**
 * Renders the replies of the next services anew, after a change of a template or the first device of a kind. Returns where to go on;
 * undefined at the end.
 */
export async function renderAgain(db: Database, after: number): Promise<number | undefined> {
  return db.write(async (tx) => {
    const [services, templates] = [await recordedAfter(tx, after, PAGE), await templatesByKind(tx)];
    for (const { user_id, state } of services) await putReplies(tx, user_id, repliesOf(templates, user_id, state));
    return services.length < PAGE ? undefined : services.at(-1)?.user_id;
  });
}
