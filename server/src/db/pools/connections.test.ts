import { expect, test } from 'vitest';
import { BESIDE_POOLS, MOST_CONNECTIONS, OF_JOBS, OF_PORTAL, OF_PORTAL_WITH_JOBS } from './connections.ts';

const sum = (beside: number, ...pools: readonly { connections: number; readers: number }[]) =>
  pools.reduce((all, { connections, readers }) => all + connections + readers, beside);

test('a process takes all that it may have, and no more', () => {
  expect([sum(BESIDE_POOLS.portal, OF_PORTAL), sum(BESIDE_POOLS.withJobs, OF_PORTAL_WITH_JOBS, OF_JOBS)]).toEqual([
    MOST_CONNECTIONS,
    MOST_CONNECTIONS,
  ]);
});
