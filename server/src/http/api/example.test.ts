import { z } from 'zod';
import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { Call } from '@kabinet/contract/kernel/call/call';
import { exampleOf } from './example.ts';
import { wireSchema } from './open-api.ts';

const parts = Object.entries(contract).flatMap(([group, calls]) =>
  (Object.entries(calls) as [string, Call][]).flatMap(([name, call]) =>
    (['params', 'query', 'body', 'result'] as const).map((part) => ({
      of: `${group}.${name} ${part}`,
      schema: call[part],
    })),
  ),
);

test.each(parts)('the example matches its schema: $of', ({ schema }) => {
  const { error } = z.safeDecode(schema, exampleOf(wireSchema(schema)));
  expect(error?.issues ?? []).toEqual([]);
});
