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
])('%s: reported as the error on which a worker retries', async (_, error) => {
  const client = await failing(error).connect();
  await expect(client.query('select 1')).rejects.toMatchObject({ code: '57P03', cause: error });
});

test('any other error is passed on unchanged', async () => {
  const error = Object.assign(new Error('duplicate key'), { code: '23505' });
  const client = await failing(error).connect();
  await expect(client.query('select 1')).rejects.toThrow(error);
});
