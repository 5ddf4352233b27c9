// Which faults do the tests not see? Puts small faults into modules, one at a time, and names those with which the tests still pass:
// `npm run mutate -- <part of a path, or path:line>… [--max=40 --seed=1 --tests=6]`; `--tests=0`: without those that need a database.
// What docs/mutants.md explains is not named again.
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { createVitest, type Vitest } from 'vitest/node';
import { root } from './lib/command.mjs';
import { mutantsOf, type Mutant } from './lib/mutants.ts';
import { testsOf } from './lib/near-tests.ts';
import { sample } from './lib/sample.ts';

/** What decides on money, access, time, notices and roles. */
const DECIDING = [
  'server/src/**/*.rules.ts',
  'contract/src/kernel/**/*.ts',
  'server/src/domain/{money,payments,billing,billing-run,changes,identity,messaging}/**/*.ts',
];
/** Without decisions of their own: tests, sentences, lists of codes. */
const PLAIN = /\.(?:test|texts)\.ts$|\/(?:problem|operator-problem)\.ts$/;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { max: { type: 'string' }, seed: { type: 'string', default: '1' }, tests: { type: 'string', default: '6' } },
});

process.chdir(root);
const folder = mkdtempSync(join(tmpdir(), 'mutate-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const toldAt = join(folder, 'mutant.json');
process.env['MUTANT'] = toldAt;
process.env['NODE_OPTIONS'] = `--import ${pathToFileURL(join(root, 'scripts/lib/mutant-hook.ts')).href}`;
const tell = (mutant?: Mutant, limit = 0): void =>
  writeFileSync(
    toldAt,
    mutant ? JSON.stringify({ url: pathToFileURL(join(root, mutant.file)).href, source: mutant.source, limit }) : '',
  );

function filesOf(parts: readonly string[]): string[] {
  const all = parts.length > 0 ? ['server/src/**/*.ts', 'contract/src/**/*.ts'] : DECIDING;
  const files = new Set(all.flatMap((pattern) => globSync(pattern)).filter((file) => !PLAIN.test(file)));
  const paths = parts.map((part) => part.replace(LINE, ''));
  return [...files].filter((file) => parts.length === 0 || paths.some((path) => file.includes(path))).toSorted();
}
const LINE = /:\d+$/;
const isNamed = ({ file, line }: Mutant, parts: readonly string[]): boolean =>
  parts.length === 0 ||
  parts.some((part) => (LINE.test(part) ? `${file}:${line}`.endsWith(part) : file.includes(part)));

let ended: string;

/** The first of these tests that fails; undefined if all pass. */
async function failing(vitest: Vitest, tests: readonly string[]): Promise<string | undefined> {
  const paths = tests.map((test) => join(root, test));
  vitest.state.clearErrors();
  const specs = paths.map((path) => vitest.projects[0]!.createSpecification(path));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specs, false);
  const ran = testModules.filter(({ moduleId }) => paths.includes(moduleId));
  const bad = ran.find((module) => !module.ok());
  if (bad) return tests[paths.indexOf(bad.moduleId)];
  // A run ended by its first failure may have lost the report about it.
  return unhandledErrors.length > 0 || ended !== 'passed' ? tests[0] : undefined;
}

/** What has failed last for a file fails first for its next mutant. */
const leading = new Map<string, string>();

const passing = new Set<string>();

/** A test that fails without a fault proves nothing. */
async function assertPasses(vitest: Vitest, test: string): Promise<void> {
  if (passing.has(test)) return;
  tell();
  if ((await failing(vitest, [test])) !== undefined) throw new Error(`${test} fails without any fault: mend it first.`);
  passing.add(test);
}

/** First the tests that need no database, then the nearest that do. */
function stagesOf(file: string): string[][] {
  const { quick, slow } = testsOf(file);
  const lead = leading.get(file);
  const near = slow.slice(0, Number(values.tests));
  return [...(lead === undefined ? [] : [[lead]]), quick.slice(0, 8), near.slice(0, 2), near.slice(2)]
    .map((tests, stage) => (lead !== undefined && stage > 0 ? tests.filter((test) => test !== lead) : tests))
    .filter((tests) => tests.length > 0);
}

async function survives(vitest: Vitest, mutant: Mutant): Promise<boolean> {
  const { slow } = testsOf(mutant.file);
  for (const tests of stagesOf(mutant.file)) {
    tell(mutant, tests.some((test) => slow.includes(test)) ? 120_000 : 20_000);
    const killer = await failing(vitest, tests);
    if (killer === undefined) continue;
    await assertPasses(vitest, killer);
    leading.set(mutant.file, killer);
    return false;
  }
  return true;
}

const all = filesOf(positionals)
  .flatMap((file) => mutantsOf(file, readFileSync(file, 'utf8')))
  .filter((mutant) => isNamed(mutant, positionals));
const mutants = sample(all, Number(values.max ?? Infinity), Number(values.seed));
const explained = readFileSync('docs/mutants.md', 'utf8');
console.log(`${mutants.length} of ${all.length} mutants.`);
tell();
const vitest = await createVitest({
  config: 'server/vitest.config.ts',
  watch: false,
  reporters: [{ onTestRunEnd: (_modules, _errors, reason) => void (ended = reason) }],
  bail: 1,
  testTimeout: 30_000,
});
await vitest.standalone();
let survivors = 0;
for (const [index, mutant] of mutants.entries()) {
  process.stderr.write(`\r${index + 1} ${mutant.file}`.padEnd(110));
  if (!(await survives(vitest, mutant))) continue;
  const { file, line, before, after } = mutant;
  if (explained.includes(`\`${before} → ${after}\``)) continue;
  survivors += 1;
  console.log(`\r${file}:${line}  ${before}  →  ${after}`);
}
console.log(`${mutants.length} mutants, ${survivors} survive without a reason in docs/mutants.md.`);
tell();
await vitest.close();
process.exit(0);
