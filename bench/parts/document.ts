import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Database } from '../../server/src/db/database.ts';
import { received, type Look } from './viewer.ts';

/** A client that opens a page of the cabinet, `/lk/`, again and again over one connection, like a browser with an empty cache. */
async function pageViewer(port: number, secret: string, path = '/lk/'): Promise<Look> {
  const socket = connect(port, '127.0.0.1').setNoDelay();
  await once(socket, 'connect');
  const request = [
    `GET ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'accept-encoding: gzip, deflate, br, zstd',
    'sec-fetch-dest: document',
    `cookie: __Secure-signed-in=${secret}`,
    '',
    '',
  ].join('\r\n');
  return async () => {
    const began = performance.now();
    socket.write(request);
    const bytes = await received(socket);
    return { took: performance.now() - began, bytes };
  };
}

/** Clients of different contracts that open `path`, each with its own connection. */
export async function pageCrowd(db: Database, port: number, clients: number, path?: string): Promise<Look[]> {
  const { rows } = await db.pool.query<{ contract_id: number }>(
    'select contract_id from contract where contract_id > 200000 order by contract_id limit $1',
    [clients],
  );
  return Promise.all(rows.map(async ({ contract_id }) => pageViewer(port, await pageSecretOf(db, contract_id), path)));
}

/** The page secret of a new session. */
async function pageSecretOf(db: Database, contractId: number): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await db.pool.query(
    `insert into session
       (session_id, kind, contract_id, rotated_at, derivation_key, page_hash, started_at, last_used_at, expires_at, browser, network)
     values ($1, 'subscriber', $2, now(), $3, $4, now(), now(), now() + interval '1 day', 'bench', '127.0.0')`,
    [randomUUID(), contractId, randomBytes(32), createHash('sha256').update(secret).digest()],
  );
  return secret;
}
