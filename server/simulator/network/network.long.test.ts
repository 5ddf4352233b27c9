import { expect, inject, onTestFinished, test } from 'vitest';
import { cloneDatabase, dropDatabase, TEMPLATES } from '../../test/database/database.ts';
import { liveNetwork } from './live.ts';

/** More by `SIM_NETWORK=<first seed>-<last seed>`. */
const [first = 1, last = 2] = (process.env['SIM_NETWORK'] ?? '1-2').split('-').map(Number);
const seeds = Array.from({ length: last - first + 1 }, (_, place) => first + place);
const STEPS = 40;

test.each(seeds)(
  'devices that lose, repeat and delay packets, restart, refuse and keep silent end as they should: seed %i',
  async (seed) => {
    const server = inject('databaseUrl');
    const url = await cloneDatabase(server, TEMPLATES.empty);
    onTestFinished(() => dropDatabase(server, url));
    expect(await liveNetwork(url, seed, STEPS)).toEqual([]);
  },
  60_000,
);
