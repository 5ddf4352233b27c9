import { z } from 'zod';
import { LARGEST_TABLE, operatorCall } from '../../kernel/call/staff-call.ts';
import { InstantText, text } from '../../kernel/call/wire.ts';
import { words } from '../inputs.ts';
import { Line } from '../tables.ts';

const MOST_PARTS = 1000;

const Name = words(60, 'Уведомление');

const Texts = z.object({
  title: z.string(),
  text: z.string().meta({ description: 'Paragraphs are apart by an empty line' }),
  sms: z.string(),
  subject: z.string(),
  letter: z.string(),
});

const Given = z.strictObject({
  texts: z
    .array(
      z.strictObject({
        line: Line,
        name: text(100).meta({ description: 'The name of the notice', examples: ['payment.came'] }),
        part: text(100).meta({ description: 'title, text, sms, subject or letter', examples: ['title'] }),
        value: text(10_000),
      }),
    )
    .max(MOST_PARTS)
    .meta({ description: 'A text that is not named is the built-in one' }),
});
const wrong = z.array(z.object({ line: z.int(), reason: z.string() }));

/** The texts of notices, which the provider may write himself. */
export const texts = {
  export: operatorCall({
    method: 'GET',
    path: '/staff/v1/texts',
    summary: 'The texts of all notices as they are now, with what stands for each name in braces in an example',
    roles: ['admin', 'auditor'],
    command: { words: 'texts export', help: 'тексты всех уведомлений, как JSON' },
    result: z.array(
      z.object({
        name: z.string(),
        texts: Texts,
        fields: z.record(z.string(), z.string()),
        own: z.object({ version: z.int(), set_by: z.string(), set_at: InstantText }).nullable(),
      }),
    ),
  }),
  check: operatorCall({
    method: 'POST',
    path: '/staff/v1/texts/check',
    largestBody: LARGEST_TABLE,
    summary: 'Whether texts can be loaded; changes nothing',
    roles: ['admin'],
    command: { words: 'texts check', arguments: { texts: 'файл.json' }, help: 'проверить тексты, ничего не меняя' },
    body: Given,
    result: z.object({ changed: z.array(z.string()), wrong }),
  }),
  load: operatorCall({
    method: 'POST',
    path: '/staff/v1/texts/load',
    largestBody: LARGEST_TABLE,
    summary: 'Loads texts, all or none; clients get them from now on. A text equal to the built-in one is not kept',
    roles: ['admin'],
    command: { words: 'texts load', arguments: { texts: 'файл.json' }, help: 'принять тексты: все или ни одного' },
    body: Given,
    result: z.object({ changed: z.array(z.string()), wrong }),
  }),
  reset: operatorCall({
    method: 'POST',
    path: '/staff/v1/texts/reset',
    summary: 'Makes the texts of a notice built-in again',
    roles: ['admin'],
    command: {
      words: 'texts reset',
      arguments: { name: 'уведомление' },
      help: 'вернуть встроенные тексты уведомления',
    },
    body: z.strictObject({ name: Name }),
    result: z.object({ name: z.string() }),
    problems: ['text_not_own'],
  }),
};
