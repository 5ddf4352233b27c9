// What folding of accounting costs beside the inserts of FreeRADIUS: `node bench/network-accounting.ts [live sessions]`.
// Rounds on one database: reports of 15 000 of the live sessions, each inserted by a statement of its own without waiting for the disk, as
// FreeRADIUS does; then they are folded in batches. The figures are packets a second of each, and
// the ratio of inserting alone to inserting and folding. Last a storm: Stop and Start of each session, three copies.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase, type Database } from '../server/src/db/database.ts';
import { startEmbedded } from '../server/src/db/embedded/launcher.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { foldBatch } from '../server/src/domain/services/accounting/fold.ts';
import { quantile } from './parts/processor.ts';

const PACKETS = 15_000;
const ROUNDS = 5;
const COPIES = 3;
const NAS = '10.255.0.1';

const INSERT = {
  name: 'packet',
  text: `insert into radius.accounting (nas, kind, session, unique_id, login, class, mac, port, address, prefix, nat, delay, seconds, bytes_in, bytes_out, cause, nas_time)
    values ('${NAS}', $1, $2, $2, $3, 'k:1:aabbccdd', '02-10-01-76-C0-E6', 'ge-0/0/1', $4, '', ':-', 0, $5, $6, $7, $8, '')`,
};

type Kind = 'Start' | 'Interim-Update' | 'Stop';

const packet = (session: string, kind: Kind, round: number): unknown[] => {
  const place = Number(session.split('-')[0]);
  const address = `10.${place >> 16}.${(place >> 8) & 255}.${place & 255}`;
  return [
    kind,
    session,
    `login${place}`,
    address,
    round * 300,
    round * 1e6,
    round * 1e7,
    kind === 'Stop' ? 'User-Request' : '',
  ];
};

async function insert(client: pg.Client, packets: readonly unknown[][]): Promise<number> {
  const began = performance.now();
  for (const values of packets) await client.query({ ...INSERT, values });
  return (performance.now() - began) / 1000;
}

async function fold(db: Database, packets: number): Promise<number> {
  const began = performance.now();
  for (let folded = 0; folded < packets;) folded += await db.write(foldBatch);
  return (performance.now() - began) / 1000;
}

interface Round {
  readonly inserted: number;
  readonly folded: number;
  readonly packets: number;
}

const show = (name: string, rounds: readonly Round[]) => {
  const rate = (of: (round: Round) => number) =>
    Math.round(
      quantile(
        rounds.map((round) => round.packets / of(round)),
        0.5,
      ),
    );
  const ratio = quantile(
    rounds.map(({ inserted, folded }) => inserted / (inserted + folded)),
    0.5,
  );
  console.log(
    `| ${name} | ${rate(({ inserted }) => inserted)} | ${rate(({ folded }) => folded)} | ${ratio.toFixed(2)} |`,
  );
};

async function main(): Promise<void> {
  const live = Number(process.argv[2] ?? 30_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'kabinet-accounting-'));
  const embedded = await startEmbedded({ dataDir, say: console.log });
  await migrate(embedded.url);
  const db = openDatabase(embedded.url, { longestStatement: 0 });
  const client = new pg.Client({ connectionString: embedded.url });
  await client.connect();
  try {
    await client.query(`
      set synchronous_commit = off;
      insert into radius.nas (address, name, kind, secret) values ('${NAS}', 'bench', 'mikrotik', decode(repeat('00', 48), 'hex'))`);
    const sessions = Array.from({ length: live }, (_, place) => `${place}-a`);
    await insert(
      client,
      sessions.map((session) => packet(session, 'Start', 0)),
    );
    await fold(db, live);
    const told = async (packets: readonly unknown[][]): Promise<Round> => ({
      packets: packets.length,
      inserted: await insert(client, packets),
      folded: await fold(db, packets.length),
    });
    const rounds: Round[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const from = (round * PACKETS) % live;
      const some = [...sessions.slice(from), ...sessions].slice(0, PACKETS);
      rounds.push(await told(some.map((session) => packet(session, 'Interim-Update', round))));
    }
    console.log('| packets | inserted/s | folded/s | inserting alone to both |');
    console.log('| --- | --- | --- | --- |');
    show(`reports of ${live} sessions`, rounds);
    const storm = sessions.slice(0, PACKETS / COPIES).flatMap((session) => {
      const both = [packet(session, 'Stop', ROUNDS + 1), packet(session.replace('-a', '-b'), 'Start', 0)];
      return Array.from({ length: COPIES }, () => both).flat();
    });
    show('storm, three copies', [await told(storm)]);
  } finally {
    await client.end();
    await db.close();
    await embedded.stop();
    await rm(dataDir, { recursive: true });
  }
}

await main();
