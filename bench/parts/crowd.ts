import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '../../server/src/db/database.ts';
import { quantile } from './processor.ts';
import { viewer, type Look } from './viewer.ts';

/** Result for many concurrent clients: views per second of all, and the time of one view in milliseconds. */
export interface Crowded {
  readonly perSecond: number;
  readonly median: number;
  readonly p99: number;
}

/** Clients of different contracts, each with its own connection and gzip, which request one view after another. */
export async function gather(db: Database, port: number, clients: number): Promise<Look[]> {
  const { rows } = await db.pool.query<{ contract_id: number }>(
    'select contract_id from contract where contract_id > 200000 order by contract_id limit $1',
    [clients],
  );
  return Promise.all(
    rows.map(async ({ contract_id }) => viewer({ port, token: await tokenOf(db, contract_id), encoding: 'gzip' })),
  );
}

/** Makes `views` views with all clients. */
export async function crowded(crowd: readonly Look[], views: number): Promise<Crowded> {
  const times: number[] = [];
  let left = views;
  const began = performance.now();
  const lookOnAndOn = async (look: Look) => {
    while (left-- > 0) times.push((await look()).took);
  };
  await Promise.all(crowd.map(lookOnAndOn));
  const perSecond = (times.length / (performance.now() - began)) * 1000;
  return { perSecond, median: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

/** A token of a session created without hashing a password. */
export async function tokenOf(db: Database, contractId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.pool.query(
    `with opened as (
       insert into session
         (session_id, kind, contract_id, rotated_at, derivation_key, started_at, last_used_at, expires_at, browser, network)
       values ($1, 'subscriber', $2, now(), $3, now(), now(), now() + interval '1 day', 'bench', '127.0.0') returning session_id)
     insert into access_token (token_hash, session_id, expires_at)
     select $4, session_id, now() + interval '1 day' from opened`,
    [randomUUID(), contractId, randomBytes(32), createHash('sha256').update(token).digest()],
  );
  return token;
}
