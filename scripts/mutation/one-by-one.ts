import type { Mutant } from './mutants.ts';
import { testsOf } from './near-tests.ts';
import { addressOf, type TestsRun } from './tests-run.ts';

/** Puts in one fault per run, for what a module does when it is loaded. */
export class OneByOne {
  readonly #run: TestsRun;
  readonly #most: number;
  /** The tests asked for by name. */
  readonly #first: readonly string[];
  /** What has failed last for a file fails first for its next mutant. */
  readonly #leading = new Map<string, string>();
  readonly #passing = new Set<string>();

  constructor(run: TestsRun, most: number, first: readonly string[] = []) {
    this.#run = run;
    this.#most = most;
    this.#first = first;
  }

  async survives(mutant: Mutant): Promise<boolean> {
    const { slow } = testsOf(mutant.file);
    const patient = [...slow, ...this.#first];
    for (const tests of this.#stagesOf(mutant.file)) {
      const limit = tests.some((test) => patient.includes(test)) ? 120_000 : 20_000;
      this.#run.tell({ sources: { [addressOf(mutant.file)]: mutant.source }, limit });
      const killer = await this.#run.failing(tests);
      if (killer === undefined) continue;
      await this.#assertPasses(killer);
      this.#leading.set(mutant.file, killer);
      return false;
    }
    return true;
  }

  /** First the tests that need no database, then those asked for, then the nearest that need one. */
  #stagesOf(file: string): string[][] {
    const { quick, slow } = testsOf(file);
    const lead = this.#leading.get(file);
    const near = slow.slice(0, this.#most).filter((test) => !this.#first.includes(test));
    return [
      ...(lead === undefined ? [] : [[lead]]),
      quick.slice(0, 8),
      [...this.#first],
      near.slice(0, 2),
      near.slice(2),
    ]
      .map((tests, stage) => (lead !== undefined && stage > 0 ? tests.filter((test) => test !== lead) : tests))
      .filter((tests) => tests.length > 0);
  }

  /** A test that fails without a fault proves nothing. */
  async #assertPasses(test: string): Promise<void> {
    if (this.#passing.has(test)) return;
    this.#run.tell();
    if ((await this.#run.failing([test])) !== undefined)
      throw new Error(`${test} fails without any fault: mend it first.`);
    this.#passing.add(test);
  }
}
