import { setTimeout as pause } from 'node:timers/promises';
import { NAS_SECRET } from '../../../peers/radius/server.ts';
import { unfolded } from '../../../server/src/domain/services/accounting/place.queries.ts';
import { quantile } from '../processor.ts';
import { databaseCpu, processCpu } from './cpu.ts';
import type { LoadOutcome, LoadWork } from './device-load.ts';
import type { KnownLine, NetworkWorld } from './world.ts';

/** A FreeRADIUS. */
export interface Side {
  readonly name: string;
  readonly pid: number;
  readonly port: number;
  readonly accountingPort: number;
}

export interface NetworkParts {
  readonly world: NetworkWorld;
  readonly load: { run(work: LoadWork): Promise<LoadOutcome> };
  readonly nas: string;
  /** Of the process that folds. */
  readonly workerPid: number;
}

export interface Compared {
  /** The first one is what the other is compared with. */
  readonly sides: readonly [Side, Side];
  readonly online: readonly KnownLine[];
  readonly offline: readonly KnownLine[];
  readonly rounds: number;
}

const REPORTS_A_ROUND = 15_000;
const COPIES = 3;
/** Sessions of the storm in which the sides are compared. */
const IN_STORM = 10_000;
const STORM = [
  { kind: 'Stop', seconds: 3600, octets: 5e8 },
  { kind: 'Start', seconds: 0, octets: 0 },
] as const;

/** Packets a second of CPU of FreeRADIUS, PostgreSQL and the worker. */
type Rates = Readonly<Record<string, number>>;

const inTurn = ([other, ours]: Compared['sides'], round: number): readonly Side[] =>
  round % 2 === 0 ? [other, ours] : [ours, other];

/** All sessions begin, on both sides. */
export async function enterAll(parts: NetworkParts, { sides, online }: Compared): Promise<void> {
  for (const side of sides)
    await measured(parts, side, {
      ...common(parts),
      port: side.accountingPort,
      lines: online,
      reports: [{ kind: 'Start', seconds: 0, octets: 0 }],
    });
}

const common = ({ nas }: NetworkParts) => ({ nas, secret: NAS_SECRET, copies: 1, turn: 1 });

/** Logins of lines that are not online, on one side after the other, without a worker; prints the ratios. */
export async function compareLogins(parts: NetworkParts, { sides, offline, rounds }: Compared): Promise<void> {
  const turns: Rates[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const turn: Record<string, number> = {};
    for (const side of inTurn(sides, round))
      turn[side.name] = await measured(parts, side, {
        ...common(parts),
        port: side.port,
        lines: offline,
        reports: 'logins',
      });
    // The first one warms up.
    if (round > 0) turns.push(turn);
  }
  show('logins', turns, sides);
}

/** Reports and a storm, which are folded on our side; prints the ratios. */
export async function compareReports(parts: NetworkParts, { sides, online, rounds }: Compared): Promise<void> {
  const turns: Rates[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const some = rotated(online, round * REPORTS_A_ROUND).slice(0, REPORTS_A_ROUND);
    const turn: Record<string, number> = {};
    for (const side of inTurn(sides, round))
      turn[side.name] = await measured(parts, side, {
        ...common(parts),
        port: side.accountingPort,
        lines: some,
        reports: [{ kind: 'Interim-Update', seconds: (round + 1) * 300, octets: (round + 1) * 1e7 }],
      });
    if (round > 0) turns.push(turn);
  }
  const storm: Record<string, number> = {};
  for (const side of sides) {
    const lines = online.slice(0, IN_STORM);
    const work = { ...common(parts), port: side.accountingPort, lines, reports: STORM, copies: COPIES, turn: 2 };
    storm[side.name] = await measured(parts, side, work);
  }
  show('reports, folded', turns, sides);
  show('storm, three copies, folded', [storm], sides);
}

const rotated = <T>(all: readonly T[], by: number): T[] => [
  ...all.slice(by % all.length),
  ...all.slice(0, by % all.length),
];

async function measured({ world, load, workerPid }: NetworkParts, side: Side, work: LoadWork): Promise<number> {
  const cpu = () => databaseCpu(world.dataDir) + processCpu(side.pid, workerPid);
  const before = cpu();
  const { answered, accepted, lost, seconds } = await load.run(work);
  if (side.name === 'ours') await drained(world);
  const rate = answered / (cpu() - before);
  const wrong = work.reports === 'logins' && accepted !== answered ? `, ${answered - accepted} refused` : '';
  console.log(
    `${side.name}: ${answered} in ${seconds.toFixed(1)} s, lost ${lost}${wrong}; ${Math.round(rate)} per core`,
  );
  return rate;
}

/** Until all rows are folded. */
export async function drained({ db }: Pick<NetworkWorld, 'db'>): Promise<void> {
  while ((await db.read(unfolded)).rows > 0) await pause(100);
}

function show(name: string, turns: readonly Rates[], [other, ours]: readonly [Side, Side]): void {
  const of = (side: Side) => turns.map((turn) => turn[side.name] ?? Number.NaN);
  const ratios = turns.map((turn) => (turn[ours.name] ?? 0) / (turn[other.name] ?? 0));
  console.log(
    `| ${name} | ${Math.round(quantile(of(other), 0.5))} | ${Math.round(quantile(of(ours), 0.5))} | ${quantile(ratios, 0.5).toFixed(2)} | ${Math.min(...ratios).toFixed(2)} – ${Math.max(...ratios).toFixed(2)} |`,
  );
}
