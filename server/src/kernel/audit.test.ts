import { z } from 'zod';
import { expect, test } from 'vitest';
import { operatorCall } from '@kabinet/contract/kernel/call/staff-call';
import { keptInput } from './audit.ts';

const call = operatorCall({
  method: 'POST',
  path: '/staff/v1/made-up',
  summary: 'Only for this test',
  roles: ['admin'],
  command: { words: 'made up', help: 'только для этого теста' },
  query: z.strictObject({ page: z.int() }),
  body: z.strictObject({ login: z.string(), password: z.string().meta({ secret: true }), text: z.string() }),
  result: z.object({}),
});

test('the audit trail stores no secret and no unknown field, and a long text as its size', () => {
  const body = { login: 'anna', password: 'the secret', passwrod: 'the secret', text: 'а'.repeat(501) };
  const kept = keptInput(call, { query: { page: 2 }, body });
  expect(JSON.stringify(kept)).not.toContain('the secret');
  expect(kept).toEqual({
    page: 2,
    login: 'anna',
    password: '•••',
    text: { size: 501, sha256: expect.stringMatching(/^[\da-f]{64}$/) as string },
  });
});

test.each([{}, { body: null }, { body: 'text' }, { body: [1] }])('stores a request of any shape: %j', (raw) => {
  expect(keptInput(call, raw)).toEqual({});
});
