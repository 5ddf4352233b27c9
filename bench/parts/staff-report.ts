import { quantile } from './processor.ts';
import { STAFF_CALLS, type StaffCall } from './staff-calls.ts';
import type { ShiftOutcome } from './staff-office.ts';

const GOAL = 1.2;
/** A rate is kept if so much of it is answered. */
export const KEPT = 0.95;

export interface Turn {
  /** Milliseconds of each view. */
  readonly home: readonly number[];
  readonly refusedHomes: number;
  readonly staff: ShiftOutcome | undefined;
  readonly ms: number;
  /** Cores in use, of each process. */
  readonly cores: readonly number[];
}

export const answeredIn = ({ staff }: Turn): number =>
  Object.values(staff?.times ?? {}).reduce((sum, times) => sum + times.length, 0);

/** Prints the tables of all rates, and what they say; the rate 0 is home alone. */
export function report(turns: ReadonlyMap<number, readonly Turn[]>): void {
  const alone = turns.get(0) ?? [];
  console.log(
    '| staff calls per second | answered | refused | home p50, ms | p99 | p50 to alone | p99 to alone | by round | refused homes | cores: server | PostgreSQL | staff |',
  );
  for (const [rate, list] of turns) console.log(lineOf(rate, list, alone));
  console.log('| staff calls per second | call | count | p50, ms | p99 |');
  for (const [rate, list] of turns) {
    if (rate > 0) for (const call of STAFF_CALLS) console.log(callLine(rate, call, list));
  }
  for (const [rate, list] of turns) if (rate > 0) console.log(verdictOf(rate, list, alone));
}

/** Whether the goal is met: the rate is kept, and home hardly feels it. */
function verdictOf(rate: number, list: readonly Turn[], alone: readonly Turn[]): string {
  const ratio = homeAt(list, 0.99) / homeAt(alone, 0.99);
  const answered = answeredASecond(list);
  const isMet = answered >= rate * KEPT && ratio < GOAL;
  return `Beside ${rate} calls a second, ${answered.toFixed(0)} of them answered, the p99 of home is ${ratio.toFixed(2)} times that alone: the goal is ${isMet ? 'met' : 'not met'} (${KEPT * 100} % answered, below ${GOAL}).`;
}

const answeredASecond = (turns: readonly Turn[]): number =>
  turns.reduce((sum, turn) => sum + answeredIn(turn), 0) / (turns.reduce((sum, { ms }) => sum + ms, 0) / 1000);

const homeAt = (turns: readonly Turn[], part: number): number =>
  quantile(
    turns.flatMap(({ home }) => home),
    part,
  );

function lineOf(rate: number, turns: readonly Turn[], alone: readonly Turn[]): string {
  const [p50, p99] = [homeAt(turns, 0.5), homeAt(turns, 0.99)];
  const byRound = turns.map((turn, round) => homeAt([turn], 0.99) / homeAt(alone.slice(round, round + 1), 0.99));
  const answered = answeredASecond(turns);
  const cores = [0, 1, 2].map((place) =>
    quantile(
      turns.map((turn) => turn.cores[place] ?? 0),
      0.5,
    ),
  );
  const cells = [
    rate,
    answered.toFixed(0),
    refusals(turns),
    p50.toFixed(2),
    p99.toFixed(2),
    (p50 / homeAt(alone, 0.5)).toFixed(2),
    (p99 / homeAt(alone, 0.99)).toFixed(2),
    quantile(byRound, 0.5).toFixed(2),
    turns.reduce((sum, { refusedHomes }) => sum + refusedHomes, 0),
    ...cores.map((one) => one.toFixed(2)),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** How many calls were refused, by status, and how many found no connection. */
function refusals(turns: readonly Turn[]): string {
  const all = turns.flatMap(({ staff }) =>
    staff ? [...Object.entries(staff.refused), ['unsent', staff.unsent] as const] : [],
  );
  const sums = [...Map.groupBy(all, ([status]) => status)].map(
    ([status, same]) => [status, same.reduce((sum, [, count]) => sum + count, 0)] as const,
  );
  const told = sums.filter(([, count]) => count > 0).map(([status, count]) => `${status}: ${count}`);
  return told.length === 0 ? '0' : told.join(', ');
}

function callLine(rate: number, call: StaffCall, turns: readonly Turn[]): string {
  const times = turns.flatMap(({ staff }) => staff?.times[call] ?? []);
  return `| ${rate} | ${call} | ${times.length} | ${quantile(times, 0.5).toFixed(1)} | ${quantile(times, 0.99).toFixed(1)} |`;
}
