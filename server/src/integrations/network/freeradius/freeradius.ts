import type { Database, Tx } from '#server/db/database.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import type { InternetState, Network } from '../port.ts';
import { endSession } from './disconnect.ts';
import {
  formerSessions,
  liveSessions,
  putReplies,
  putService,
  recordedAfter,
  recordedService,
  templatesInUse,
  type LiveSession,
} from './freeradius.queries.ts';
import { replyOf, type Reply, type ReplyTemplate } from './reply.ts';

type RadiusVault = Pick<Vault, 'sealForRadius' | 'openForRadius'>;

/**
 * RADIUS of the access network. FreeRADIUS works on the schema `radius` of the portal's database with a role of its own
 * (docs/network.md): it reads who may enter and what his device is told, by functions that tell nothing else.
 */
export function freeRadius(db: Database, vault: RadiusVault): Network {
  return {
    connected: ['internet'],
    async apply(state, password) {
      if (state.kind !== 'internet' || !('userId' in state.service)) throw new Error(`no internet: ${state.kind}`);
      const { userId } = state.service;
      const sealed = password === undefined ? null : vault.sealForRadius(password, `service:${userId}`);
      await db.write(async (tx) => {
        const taken = await putService(tx, userId, state, sealed).catch(inWords);
        if (taken) await putReplies(tx, userId, repliesOf(await templatesByKind(tx), userId, state));
      });
      // After the commit: whoever comes back meets what he may now. A repeated order ends what is still old.
      await endAll(vault, await db.read((tx) => formerSessions(tx, userId)));
    },
    async read(service) {
      if (!('userId' in service)) return undefined;
      const row = await db.read((tx) => recordedService(tx, service.userId));
      // Without a password RADIUS lets nobody in, whatever the stored state says.
      return row && { ...row.state, ...(!row.has_password && { passwordSince: null }) };
    },
    async disconnect(userId, _, address) {
      await endAll(vault, await db.read((tx) => liveSessions(tx, userId, address ?? null)));
    },
  };
}

/** Ends the sessions one by one; throws if one of them lives on, and the order is repeated. */
async function endAll(vault: RadiusVault, sessions: readonly LiveSession[]): Promise<void> {
  for (const { nas, session, login, address, coa_port: port, secret } of sessions) {
    if (nas === null || session === null || port === null || secret === null)
      throw new Error('nobody knows on which device a session of the service lives: end it there');
    await endSession({ nas, port, secret: vault.openForRadius(secret, `nas:${nas}`), session, login, address });
  }
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
