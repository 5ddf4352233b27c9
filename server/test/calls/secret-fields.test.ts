import { expect, test } from 'vitest';
import { z } from 'zod';
import { isSecret, tellsSecret, withoutSecrets } from '#server/kernel/call/secret-fields.ts';

const Secret = z.string().meta({ secret: true });
const Row = z.object({ name: z.string(), key: Secret.optional().meta({ secret: true }) });
const Answer = z.object({ key: Secret.nullable().meta({ secret: true }), note: z.string(), rows: z.array(Row) });

test.each<[boolean, z.ZodType, unknown]>([
  [true, Secret, 'x'],
  [false, z.string(), 'x'],
  [false, Secret, null],
  [false, Secret, undefined],
  [false, Answer, undefined],
  [false, Answer, null],
  [true, Answer, { key: 'x', note: '', rows: [] }],
  [false, Answer, { key: null, note: 'x', rows: [] }],
  [false, Answer, { key: null, note: '', rows: [{ name: 'x' }] }],
  [true, Answer, { key: null, note: '', rows: [{ name: 'x' }, { name: 'x', key: 'y' }] }],
  [false, z.array(Row), []],
])('%s of %#', (tells, schema, answer) => {
  expect(tellsSecret(schema, answer)).toBe(tells);
});

test('secrets of the outer fields are told apart; an answer without any has none', () => {
  const rows = [{ name: 'x' }];
  const told = withoutSecrets(Answer, { key: 'x', note: 'y', rows, more: 1 });
  expect(told).toEqual({ told: { note: 'y', rows, more: 1 }, secrets: { key: 'x' } });
  expect(withoutSecrets(Row, { name: 'x' })).toEqual({ told: { name: 'x' }, secrets: undefined });
  for (const answer of [null, 'x', undefined])
    expect(withoutSecrets(Answer, answer)).toEqual({ told: answer, secrets: undefined });
  expect(withoutSecrets(z.array(Row), rows)).toEqual({ told: rows, secrets: undefined });
  expect([isSecret(Secret), isSecret(z.string()), isSecret(z.string().meta({ secret: false }))]).toEqual([
    true,
    false,
    false,
  ]);
});
