import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createVitest } from 'vitest/node';
import { root } from '../lib/command.mjs';
import type { FaultPlan } from './hook.ts';

/** One vitest with its database, for all runs; each run has new processes. */
export interface TestsRun {
  /** Where the runner of the tests writes. */
  readonly journal: string;
  /** What the processes of the next run are plan. */
  tell(plan?: FaultPlan): void;
  /** The first of these tests that fails; undefined if all pass. */
  failing(tests: readonly string[]): Promise<string | undefined>;
  close(): Promise<void>;
}

export const addressOf = (file: string): string => pathToFileURL(join(root, file)).href;

export async function beginTests(): Promise<TestsRun> {
  const folder = mkdtempSync(join(tmpdir(), 'mutate-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const toldAt = join(folder, 'mutant.json');
  const tell = (plan?: FaultPlan): void => writeFileSync(toldAt, plan ? JSON.stringify(plan) : '');
  tell();
  process.env['MUTANT'] = toldAt;
  process.env['NODE_OPTIONS'] = `--import ${addressOf('scripts/mutation/hook.ts')}`;
  let ended = 'passed';
  const vitest = await createVitest({
    config: 'server/vitest.config.ts',
    watch: false,
    runner: join(root, 'scripts/mutation/runner.ts'),
    reporters: [{ onTestRunEnd: (_modules, _errors, reason) => void (ended = reason) }],
    bail: 1,
    testTimeout: 30_000,
    maxWorkers: 1,
  });
  await vitest.standalone();
  const failing = async (tests: readonly string[]): Promise<string | undefined> => {
    const paths = tests.map((test) => join(root, test));
    vitest.state.clearErrors();
    const specs = paths.map((path) => vitest.projects[0]!.createSpecification(path));
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specs, false);
    const bad = testModules.find((module) => paths.includes(module.moduleId) && !module.ok());
    if (bad) return tests[paths.indexOf(bad.moduleId)];
    // A run ended by its first failure may have lost the report about it.
    return unhandledErrors.length > 0 || ended !== 'passed' ? tests[0] : undefined;
  };
  return { journal: join(folder, 'journal'), tell, failing, close: () => vitest.close() };
}

/** The lines that the runner has written since the last call. */
export function readJournal<Line>(journal: string): Line[] {
  const lines = readFileSync(journal, 'utf8').split('\n').filter(Boolean);
  writeFileSync(journal, '');
  return lines.map((line) => JSON.parse(line) as Line);
}
