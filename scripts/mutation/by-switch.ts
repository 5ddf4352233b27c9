import { readFileSync, writeFileSync } from 'node:fs';
import { instrument } from './instrument.ts';
import type { Mutant } from './mutants.ts';
import { testsOf } from './near-tests.ts';
import type { Found } from './runner.ts';
import { addressOf, readJournal, type TestsRun } from './tests-run.ts';

// Many faults in one process of tests: each test that comes past a fault runs with it, until one fails. What takes one test is 30 ms,
// where a process of its own takes seconds.

interface Seen {
  /** The faults that no test has seen. */
  readonly open: readonly Mutant[];
  /** Those of them that could not be turned on in time. */
  readonly early: ReadonlySet<Mutant>;
  /** Those past which no test came. */
  readonly unreached: ReadonlySet<Mutant>;
}

/** How the faults of one run stand. */
class Score {
  readonly open: Set<number>;
  readonly early = new Set<number>();
  readonly reached = new Set<number>();
  readonly lived = new Set<string>();
  readonly ended = new Set<string>();
  readonly #livedTimes = new Map<number, number>();
  readonly #suspect = new Set<number>();
  readonly most: number;

  constructor(ids: readonly number[], most: number) {
    this.open = new Set(ids);
    this.most = most;
  }

  /** Those that made a process useless first: in a new one they are judged again. */
  get order(): number[] {
    const open = [...this.open].filter((id) => (this.#livedTimes.get(id) ?? 0) < this.most);
    return [...open.filter((id) => this.#suspect.has(id)), ...open.filter((id) => !this.#suspect.has(id))];
  }

  read(lines: readonly Found[]): void {
    let begun: { id: number; test: string } | undefined;
    for (const line of lines) {
      begun = line.kind === 'begun' ? line : undefined;
      this.#readOne(line);
    }
    // The process was ended while a fault was on.
    if (begun) this.open.delete(begun.id);
  }

  #readOne(line: Found): void {
    if (line.kind === 'early') for (const id of line.ids) this.early.add(id);
    else if (line.kind === 'ended') this.ended.add(line.file);
    else this.#judge(line);
  }

  #judge({ kind, id, test }: Extract<Found, { id: number }>): void {
    this.reached.add(id);
    if (kind === 'seen') this.open.delete(id);
    if (kind === 'spoilt' && !this.#suspect.has(id)) {
      this.#suspect.add(id);
      this.open.add(id);
    }
    if (kind !== 'lived') return;
    this.lived.add(`${id} ${test}`);
    this.#livedTimes.set(id, (this.#livedTimes.get(id) ?? 0) + 1);
  }
}

/** The tests that are named, then the tests of these files, the nearest first: quick ones, then those with a database. */
function nearTests(files: readonly string[], most: number, named: readonly string[]): string[] {
  const near = files.map((file) => testsOf(file));
  const byRank = (lists: readonly string[][]): string[] => {
    const longest = Math.max(0, ...lists.map((list) => list.length));
    const ranked = Array.from({ length: longest }, (_, rank) => lists.flatMap((list) => list.slice(rank, rank + 1)));
    return [...new Set(ranked.flat())];
  };
  const ranked = [
    ...byRank(near.map(({ quick }) => quick.slice(0, 8))),
    ...byRank(near.map(({ slow }) => slow.slice(0, most))),
  ];
  return [...new Set([...named, ...ranked])];
}

/**
 * @param first tests that are asked before the near ones.
 * @param most with how many tests that need a database a file is judged; a fault has lived after twice as many single tests, and eight
 *   more for each of the first.
 */
export async function judgeBySwitch(
  run: TestsRun,
  isNamed: (mutant: Mutant) => boolean,
  files: readonly string[],
  most: number,
  first: readonly string[] = [],
): Promise<Seen> {
  const sources: Record<string, string> = {};
  const mutants: Mutant[] = [];
  for (const file of files) {
    const { source, mutants: found } = instrument(file, readFileSync(file, 'utf8'), mutants.length);
    sources[addressOf(file)] = source;
    mutants.push(...found);
  }
  const named = mutants.flatMap((mutant, id) => (isNamed(mutant) ? [id] : []));
  const score = new Score(named, Math.max(1, most + 4 * first.length) * 2);
  await runAll(run, score, nearTests(files, most, first), { sources, count: mutants.length });
  const open = [...score.open];
  const some = (ids: readonly number[]): Set<Mutant> => new Set(ids.map((id) => mutants[id]!));
  return {
    open: open.map((id) => mutants[id]!),
    early: some(open.filter((id) => score.early.has(id))),
    unreached: some(open.filter((id) => !score.reached.has(id))),
  };
}

/** Runs the tests until each has ended; a process that a fault has spoilt or ended is followed by another. */
async function runAll(
  run: TestsRun,
  score: Score,
  tests: readonly string[],
  { sources, count }: { sources: Record<string, string>; count: number },
): Promise<void> {
  let idle = 0;
  while (idle < 3) {
    const left = tests.filter((test) => !score.ended.has(test));
    if (left.length === 0 || score.order.length === 0) return;
    process.stderr.write(`\r${score.open.size} open, ${left.length} files of tests left`.padEnd(60));
    writeFileSync(run.journal, '');
    const switched = { count, open: score.order, lived: [...score.lived], most: score.most, journal: run.journal };
    run.tell({ sources, limit: 0, switched });
    await run.failing(left);
    const lines = readJournal<Found>(run.journal);
    score.read(lines);
    idle = lines.length === 0 ? idle + 1 : 0;
  }
  console.log('\rThe tests do not run on.');
}
