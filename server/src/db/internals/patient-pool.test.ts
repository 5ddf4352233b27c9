import type pg from 'pg';
import { expect, test } from 'vitest';
import { patientPool } from './patient-pool.ts';

const failing = (error: Error) => {
  const client = { query: () => Promise.reject(error) };
  return patientPool({ connect: () => Promise.resolve(client) } as unknown as pg.Pool);
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
  const back = await patientPool({ connect } as unknown as pg.Pool).connect();
  expect([await back.query('select 1'), attempts]).toEqual(['a job', 3]);
});

test('nobody waits for a pool that has ended', async () => {
  const connect = () => Promise.reject(new Error('Cannot use a pool after calling end on the pool'));
  const ended = patientPool({ connect, ending: true } as unknown as pg.Pool);
  await expect(ended.connect()).rejects.toMatchObject({ code: '40001' });
});
