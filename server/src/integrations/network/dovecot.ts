import type { Database } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { DesiredState, MailState, Network, ServiceRef } from './port.ts';

export interface DovecotSettings {
  /** Address of doveadm over HTTP. */
  readonly url: string;
  readonly key: string;
}

interface ViewRow {
  readonly address: string;
  readonly access: 'open' | 'closed';
  readonly quota_bytes: number;
  readonly contract_id: number;
  readonly aliases: string[];
}

const TIMEOUT_MS = 5_000;
/** Exit code of doveadm for a user without sessions. */
const NOBODY = 68;

/**
 * Dovecot and Postfix read the views of the schema `mail`, so a change is in force once it is committed. This adapter only has to
 * end sessions that began before.
 */
export function dovecot(db: Database, { url, key }: DovecotSettings): Network {
  const endSessions = async (userId: number): Promise<void> => {
    const address = await addressOf(db, userId);
    if (address !== undefined) await kick({ url, key }, address);
  };
  return {
    connected: ['mail'],
    async apply(state) {
      if (state.access !== 'open' && 'userId' in state.service) await endSessions(state.service.userId);
    },
    read: (service) => readBack(db, service),
    disconnect: (userId) => endSessions(userId),
  };
}

/** The address also of a mailbox that has just been deleted. */
const addressOf = async (db: Database, userId: number): Promise<string | undefined> =>
  (await db.read((tx) => tx.maybe<{ address: string }>(sql`select address from mailbox where user_id = ${userId}`)))
    ?.address;

async function kick({ url, key }: DovecotSettings, address: string): Promise<void> {
  const response = await fetch(`${url}/doveadm/v1`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `X-Dovecot-API ${Buffer.from(key).toString('base64')}`,
    },
    body: JSON.stringify([['kick', { mask: [address] }, 'kick']]),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`doveadm answers ${response.status}`);
  const [answer] = (await response.json()) as [string, unknown, string][];
  if (answer?.[0] === 'doveadmResponse') return;
  const { exitCode } = (answer?.[1] ?? {}) as { exitCode?: number };
  if (exitCode !== NOBODY) throw new Error(`doveadm kick failed with ${exitCode ?? 'no exit code'}`);
}

/** The state of the mailbox as the mail server reads it. */
async function readBack(db: Database, service: ServiceRef): Promise<Partial<DesiredState> | undefined> {
  if (!('userId' in service)) return undefined;
  const row = await db.read((tx) =>
    tx.maybe<ViewRow>(sql`
      select username as address, access, quota_bytes, contract_id,
        array(select a.address from mail.address a where a.username = box.username and not is_own order by 1) as aliases
      from mail.box where user_id = ${service.userId}`),
  );
  if (!row) return undefined;
  const { address, access, quota_bytes: quotaBytes, contract_id: contractId, aliases } = row;
  const state: Partial<MailState> = { kind: 'mail', address, access, quotaBytes, contractId, aliases };
  return state;
}
