import { setTimeout as pause } from 'node:timers/promises';
import { NAS_SECRET } from '../../../peers/radius/server.ts';
import { serviceChanged } from '../../../server/src/domain/services/provisioning/service-changed.ts';
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
  readonly otherNas: string;
  readonly side: Side;
  readonly load: NetworkParts['load'];
}

/** Single changes of plan, one after the other, from commit to the order that the device agrees to; then while another device is silent. */
export async function singleTaps(
  world: NetworkWorld,
  told: ToldDevices,
  { online, otherNas, side, load }: Taps,
): Promise<void> {
  const ofOther = online.slice(TAPS * 2, TAPS * 2 + 500);
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
  showTaps('all devices answer', await tapped(world, told, online.slice(0, TAPS)));
  told.other.habit = 'silent';
  for (const { userId } of ofOther) await changePlan(world, userId);
  showTaps('another device is silent', await tapped(world, told, online.slice(TAPS, TAPS * 2)));
}

async function tapped(world: NetworkWorld, { at }: ToldDevices, lines: readonly KnownLine[]): Promise<number[]> {
  const took: number[] = [];
  for (const line of lines) {
    at.delete(sessionOf(line));
    await changePlan(world, line.userId);
    const committed = performance.now();
    while (!at.has(sessionOf(line)) && performance.now() - committed < 60_000) await pause(2);
    took.push((at.get(sessionOf(line)) ?? Infinity) - committed);
    await pause(100);
  }
  return took;
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
  console.log(
    `single changes, ${name}: ${took.length}, p50 ${seconds(0.5)} s, p99 ${seconds(0.99)}, longest ${seconds(1 - 1e-9)}`,
  );
}
