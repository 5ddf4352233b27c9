import type pg from 'pg';
import { expect, test } from 'vitest';
import type { ChannelCallbacks } from '../hearing/listening.ts';
import { patientPool } from './patient-pool.ts';

const nobodyListens = (): never => {
  throw new Error('nobody listens');
};

const failing = (error: Error) => {
  const client = { query: () => Promise.reject(error) };
  return patientPool({ connect: () => Promise.resolve(client) } as unknown as pg.Pool, nobodyListens);
};

test.each([
  ['the server was killed', Object.assign(new Error('terminating connection'), { code: '57P01' })],
  ['nobody listens', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  ['the connection broke', new Error('Connection terminated unexpectedly')],
])('%s: reported as the error on which a worker retries soon', async (_, error) => {
  const client = await failing(error).connect();
  await expect(client.query('select 1')).rejects.toMatchObject({ code: '40001', cause: error });
});

test('any other error is passed on unchanged', async () => {
  const error = Object.assign(new Error('duplicate key'), { code: '23505' });
  const client = await failing(error).connect();
  await expect(client.query('select 1')).rejects.toThrow(error);
});

test('a worker gets its connection as soon as the database is back', async () => {
  const client = { query: () => Promise.resolve('a job') };
  let attempts = 0;
  const connect = () => {
    attempts += 1;
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    return attempts < 3 ? Promise.reject(refused) : Promise.resolve(client);
  };
  const back = await patientPool({ connect } as unknown as pg.Pool, nobodyListens).connect();
  expect([await back.query('select 1'), attempts]).toEqual(['a job', 3]);
});

test('nobody waits for a pool that has ended', async () => {
  const connect = () => Promise.reject(new Error('Cannot use a pool after calling end on the pool'));
  const ended = patientPool({ connect, ending: true } as unknown as pg.Pool, nobodyListens);
  await expect(ended.connect()).rejects.toMatchObject({ code: '40001' });
});

test('who listens takes no connection, and hears what the process hears', async () => {
  const channels = new Map<string, ChannelCallbacks>();
  const pool = patientPool(new Proxy({} as pg.Pool, {}), (channel, ears) => {
    channels.set(channel, ears);
    return { begun: Promise.resolve(), end: () => Promise.resolve(void channels.delete(channel)) };
  });
  const client = await new Promise<pg.PoolClient>((resolve) => {
    pool.connect((_, lent) => {
      resolve(lent!);
    });
  });
  const heard: unknown[] = [];
  client.on('notification', ({ channel, payload }) => void heard.push([channel, payload]));
  await client.query('LISTEN "jobs:insert"; LISTEN "worker:migrate";');
  expect([...channels.keys()]).toEqual(['jobs:insert', 'worker:migrate']);
  channels.get('jobs:insert')?.hear('{"count":1}');
  expect(heard).toEqual([['jobs:insert', '{"count":1}']]);
  await client.query('UNLISTEN "jobs:insert"; UNLISTEN "worker:migrate";');
  expect(channels.size).toBe(0);
});
