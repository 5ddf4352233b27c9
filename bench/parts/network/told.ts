import { setTimeout as pause } from 'node:timers/promises';
import { NAS_SECRET } from '../../../peers/radius/server.ts';
import { serviceChanged } from '../../../server/src/domain/services/provisioning/service-changed.ts';
import { sql } from '../../../server/src/db/sql.ts';
import { blockForDebt } from '../../../server/src/domain/billing/debt/debt.ts';
import { lockAccounts } from '../../../server/src/domain/billing/debt/debt.queries.ts';
import type { EmulatedNas } from '../../../server/test/emulators/nas.ts';
import { quantile } from '../processor.ts';
import type { KnownLine, NetworkWorld } from './world.ts';
import { drained, type NetworkParts, type Side } from './sides.ts';

type Closing = EmulatedNas & { close(): void };

/** Devices that take orders, and when each session was told last. */
export interface ToldDevices {
  readonly main: Closing;
  readonly other: Closing;
  readonly at: Map<string, number>;
}

const IN_ONE_GO = 500;
const TAPS = 100;
const WALLED_TURN = 4;
/** Sessions on the other device. */
const OF_OTHER = 500;
const MOST_MS = 240_000;
/** The session of a line after the storms. */
const sessionOf = ({ login }: KnownLine): string => `${login}-3`;

/** Many services fall into debt at one minute, by the transactions of the charging run; until the last session has been told. */
export async function changesAtOnce(
  { db }: NetworkWorld,
  { at }: ToldDevices,
  lines: readonly KnownLine[],
): Promise<void> {
  at.clear();
  const began = performance.now();
  for (let from = 0; from < lines.length; from += IN_ONE_GO) {
    const some = lines.slice(from, from + IN_ONE_GO).map(({ userId }) => userId);
    const client = await db.pool.connect();
    await client.query(`update service_user set state = 'blocked', reason = 'debt' where user_id = any($1::bigint[])`, [
      some,
    ]);
    client.release();
    await db.write((tx) => serviceChanged(tx, ...some.map((userId) => ({ userId }))));
  }
  const committed = (performance.now() - began) / 1000;
  const isToldAll = () => lines.filter((line) => at.has(sessionOf(line))).length;
  while (isToldAll() < lines.length && performance.now() - began < MOST_MS) await pause(200);
  const inOrder = [...at.values()].toSorted((a, b) => a - b);
  const after = (part: number) =>
    (((inOrder[Math.ceil(lines.length * part) - 1] ?? Infinity) - began) / 1000).toFixed(1);
  console.log(
    `${lines.length} services in debt at one minute: committed in ${committed.toFixed(1)} s, told ${isToldAll()}, a quarter after ${after(0.25)} s, half after ${after(0.5)}, nine tenths after ${after(0.9)}, the last one after ${after(1)}`,
  );
}

interface Taps {
  readonly online: readonly KnownLine[];
  readonly nas: string;
  readonly otherNas: string;
  readonly side: Side;
  readonly load: NetworkParts['load'];
  /** Of the portal. */
  readonly port: number;
}

/** The sessions as they are after the storms. */
export const beginLast = (world: NetworkWorld, nas: string, taps: Taps): Promise<void> => begin(world, nas, taps, 3);

async function begin(world: NetworkWorld, nas: string, { online, side, load }: Taps, turn: number): Promise<void> {
  await load.run({
    port: side.accountingPort,
    nas,
    secret: NAS_SECRET,
    lines: online,
    reports: [{ kind: 'Start', seconds: 0, octets: 0 }],
    copies: 1,
    turn,
  });
  await drained(world);
}

/**
 * Single changes of plan, one after the other, from commit to the order that the device agrees to; payments that end a debt, from the
 * terminal's request on; then changes while another device is silent.
 */
export async function singleTaps(world: NetworkWorld, told: ToldDevices, taps: Taps): Promise<void> {
  const { online, nas, otherNas, side, load } = taps;
  const ofOther = online.slice(TAPS * 2, TAPS * 2 + OF_OTHER);
  await load.run({
    port: side.accountingPort,
    nas: otherNas,
    secret: NAS_SECRET,
    lines: ofOther,
    reports: [{ kind: 'Start', seconds: 0, octets: 0 }],
    copies: 1,
    turn: 9,
  });
  await drained(world);
  showTaps('changes of plan, all devices answer', await tapped(world, told, online.slice(0, TAPS)));
  showTaps('payments that end a debt', await paid(world, told, nas, taps));
  told.other.habit = 'silent';
  for (const { userId } of ofOther) await changePlan(world, userId);
  showTaps('changes of plan, another device is silent', await tapped(world, told, online.slice(TAPS, TAPS * 2)));
}

async function tapped(world: NetworkWorld, { at }: ToldDevices, lines: readonly KnownLine[]): Promise<number[]> {
  const took: number[] = [];
  for (const line of lines) {
    at.delete(sessionOf(line));
    await changePlan(world, line.userId);
    const committed = performance.now();
    took.push((await toldAt(at, sessionOf(line))) - committed);
    await pause(100);
  }
  return took;
}

async function toldAt(at: ToldDevices['at'], session: string): Promise<number> {
  const asked = performance.now();
  while (!at.has(session) && performance.now() - asked < 60_000) await pause(2);
  return at.get(session) ?? Infinity;
}

const PAYERS = 50;

/** They fall into debt, their routers enter again into the walled garden, and they pay at a terminal. */
async function paid(world: NetworkWorld, { at }: ToldDevices, nas: string, taps: Taps): Promise<number[]> {
  const took: number[] = [];
  const lines = taps.online.slice(TAPS * 2 + OF_OTHER, TAPS * 2 + OF_OTHER + PAYERS);
  for (const line of lines) {
    at.delete(sessionOf(line));
    await fallIntoDebt(world, line);
    await toldAt(at, sessionOf(line));
    await begin(world, nas, { ...taps, online: [{ ...line, told: await classNow(world, line) }] }, WALLED_TURN);
    const walled = `${line.login}-${WALLED_TURN}`;
    at.delete(walled);
    const asked = performance.now();
    await payAtTerminal(taps.port, line);
    took.push((await toldAt(at, walled)) - asked);
  }
  return took;
}

async function classNow({ db: { pool } }: NetworkWorld, { userId }: KnownLine): Promise<string> {
  const { rows } = await pool.query<{ shape: string }>(
    `select shape from radius.reply where user_id = $1 and kind = 'mikrotik'`,
    [userId],
  );
  return `k:${userId}:${rows[0]?.shape}`;
}

const fallIntoDebt = ({ db }: NetworkWorld, { userId }: KnownLine): Promise<void> =>
  db.write(async (tx) => {
    const { id } = await tx.one<{ id: number }>(
      sql`select account_id as id from service_user where user_id = ${userId}`,
    );
    await lockAccounts(tx, [id]);
    await blockForDebt(tx, [id], { now: new Date(), zone: 'Europe/Samara' });
  });

async function payAtTerminal(port: number, { accountNo }: KnownLine): Promise<void> {
  const txn = String(Date.now());
  const query = new URLSearchParams({ command: 'pay', txn_id: txn, account: accountNo, sum: '14000.00' });
  const reply = await (await fetch(`http://127.0.0.1:${port}/gateway/osmp?${query.toString()}`)).text();
  if (!reply.includes('<result>0</result>')) throw new Error(reply);
}

async function changePlan({ db }: NetworkWorld, userId: number): Promise<void> {
  await db.pool.query(
    `update service_user set plan_id = (
       select p.plan_id from plan p join plan own on own.plan_id = service_user.plan_id
       where p.service_kind = own.service_kind and p.speed_mbit <> own.speed_mbit order by p.plan_id limit 1)
     where user_id = $1`,
    [userId],
  );
  await db.write((tx) => serviceChanged(tx, { userId }));
}

function showTaps(name: string, took: readonly number[]): void {
  const seconds = (part: number) => (quantile(took, part) / 1000).toFixed(2);
  console.log(`${name}: ${took.length}, p50 ${seconds(0.5)} s, p99 ${seconds(0.99)}, longest ${seconds(1 - 1e-9)}`);
}
