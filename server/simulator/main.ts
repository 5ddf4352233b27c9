import { parseArgs } from 'node:util';
import { startTestServer } from '../test/database/database.ts';
import { SeedFailed, simulate } from './simulate.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    days: { type: 'string', default: '30' },
  },
});

/** `npm run simulate -- --seed N [--seeds COUNT] [--days D]`: exits with 1 when a seed fails. */
const [first, count, days] = [Number(values.seed), Number(values.seeds), Number(values.days)];
const TOLD_EVERY = 20;
const server = await startTestServer({ demo: false });
let [steps, crashes, astray, lines, failed] = [0, 0, 0, 0, 0];
try {
  for (let seed = first; seed < first + count; seed += 1) {
    try {
      const outcome = await simulate(server.url, { seed, days });
      steps += outcome.steps;
      crashes += outcome.crashes;
      astray += outcome.astray;
      lines += outcome.lines;
      const passed = seed - first + 1 - failed;
      if (passed % TOLD_EVERY === 0) process.stdout.write(`${passed} seeds passed, up to ${seed}\n`);
    } catch (error) {
      if (!(error instanceof SeedFailed)) throw error;
      failed += 1;
      process.stdout.write(`${error.message}\n`);
    }
  }
} finally {
  await server.stop();
}
process.stdout.write(
  `${count - failed} of ${count} seeds passed, ${days} days each: ${steps} steps, ${crashes} crashes, ${astray} requests gone astray, ${lines} lines of the ledger\n`,
);
process.exitCode = failed === 0 ? 0 : 1;
