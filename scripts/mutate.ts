// Which faults do the tests not see? Puts small faults into modules and names those with which the tests still pass:
// `npm run mutate -- <part of a path, or path:line>… [--max=40 --seed=1 --tests=12 --by=<part of a test's path>]`; `--tests=0`: without
// those that need a database; `--by`, any number of times: these tests first, where few of the near ones come past.
// What docs/mutants.md explains is not named again.
import { globSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { root } from './lib/command.mjs';
import { judgeBySwitch } from './mutation/by-switch.ts';
import { mutantsOf, type Mutant } from './mutation/mutants.ts';
import { OneByOne } from './mutation/one-by-one.ts';
import { sample } from './mutation/sample.ts';
import { beginTests } from './mutation/tests-run.ts';

/** What decides on money, access, time, notices and roles. */
const DECIDING = [
  'server/src/**/*.rules.ts',
  'contract/src/kernel/**/*.ts',
  'server/src/domain/{money,payments,billing,billing-run,changes,identity,messaging}/**/*.ts',
];
/** Without decisions of their own: tests, sentences, lists of codes. */
const PLAIN = /\.(?:test|texts)\.ts$|\/(?:problem|operator-problem)\.ts$/;
const LINE = /:\d+$/;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    max: { type: 'string' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', default: '12' },
    by: { type: 'string', multiple: true, default: [] },
  },
});

process.chdir(root);

function filesOf(parts: readonly string[]): string[] {
  const all = parts.length > 0 ? ['server/src/**/*.ts', 'contract/src/**/*.ts'] : DECIDING;
  const files = new Set(all.flatMap((pattern) => globSync(pattern)).filter((file) => !PLAIN.test(file)));
  const paths = parts.map((part) => part.replace(LINE, ''));
  return [...files].filter((file) => parts.length === 0 || paths.some((path) => file.includes(path))).toSorted();
}

const isAskedFor = ({ file, line }: Mutant, parts: readonly string[]): boolean =>
  parts.length === 0 ||
  parts.some((part) => (LINE.test(part) ? `${file}:${line}`.endsWith(part) : file.includes(part)));

const keyOf = ({ file, line, before, after }: Mutant): string => `${file}:${line}  ${before}  →  ${after}`;

const files = filesOf(positionals);
const all = files
  .flatMap((file) => mutantsOf(file, readFileSync(file, 'utf8')))
  .filter((mutant) => isAskedFor(mutant, positionals));
const chosen = sample(all, Number(values.max ?? Infinity), Number(values.seed));
const keys = new Set(chosen.map(keyOf));
console.log(`${chosen.length} of ${all.length} mutants.`);

const run = await beginTests();
const most = Number(values.tests);
const first = globSync('server/{src,test}/**/*.test.ts').filter((test) =>
  values.by.some((part) => test.includes(part)),
);
const seen = await judgeBySwitch(run, (mutant) => keys.has(keyOf(mutant)), files, most, first);

const explained = readFileSync('docs/mutants.md', 'utf8');
const isExplained = ({ before, after }: Mutant): boolean => explained.includes(`\`${before} → ${after}\``);
const oneByOne = new OneByOne(run, most, first);
let survivors = 0;
for (const mutant of seen.open.filter((one) => !isExplained(one))) {
  if (seen.early.has(mutant) && !(await oneByOne.survives(mutant))) continue;
  survivors += 1;
  console.log(
    `\r${keyOf(mutant)}${seen.unreached.has(mutant) && !seen.early.has(mutant) ? '  (no test comes past it)' : ''}`,
  );
}
console.log(`${chosen.length} mutants, ${survivors} survive without a reason in docs/mutants.md.`);
run.tell();
await run.close();
process.exit(0);
