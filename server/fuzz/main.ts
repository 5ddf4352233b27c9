import { parseArgs } from 'node:util';
import { randomInt } from 'node:crypto';
import { startTestServer } from '../test/database/database.ts';
import { fuzz } from './fuzz.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string' },
    times: { type: 'string', default: '40' },
  },
});

/** `npm run fuzz -- [--minutes M] [--seed N] [--times T]`: with a seed one round of it, else rounds of random seeds. */
const until = performance.now() + Number(values.minutes) * 60_000;
const say = (line: string) => void process.stdout.write(`${line}\n`);
const server = await startTestServer();
const statuses = new Map<number, number>();
let [rounds, requests, failed] = [0, 0, 0];
try {
  do {
    const seed = values.seed === undefined ? randomInt(2 ** 31 - 1) : Number(values.seed);
    const outcome = await fuzz(server.url, { seed, times: Number(values.times) });
    rounds += 1;
    requests += outcome.requests;
    failed += outcome.faults.length;
    for (const [status, count] of outcome.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count);
    for (const fault of outcome.faults) say(`--seed ${seed} --times ${values.times}: ${fault}`);
  } while (values.seed === undefined && performance.now() < until);
} finally {
  await server.stop();
}
const told = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
say(`${rounds} rounds, ${requests} requests (${told.join(', ')}), ${failed} faults`);
process.exitCode = failed === 0 ? 0 : 1;
