import { expect, test } from 'vitest';
import { z } from 'zod';
import { operatorRefusalOf, validationMessageOf } from './validation-messages.ts';

type Code = z.core.$ZodIssue['code'];

/** For every code of issue and each of its forms: a schema and a value that it refuses. */
const CASES: Readonly<Record<Code, readonly (readonly [schema: z.ZodType, wrong: unknown, says: string])[]>> = {
  invalid_type: [
    [z.string(), undefined, 'Заполните это поле'],
    [z.string(), 5, 'Напишите здесь текст'],
    [z.number(), 'a', 'Укажите здесь число'],
    [z.coerce.number(), 'a', 'Укажите здесь число'],
    [z.int(), 1.5, 'Укажите здесь целое число'],
    [z.boolean(), 'a', 'Выберите здесь «да» или «нет»'],
    [z.array(z.string()), {}, 'Передайте здесь список'],
    [z.object({}), [], 'Передайте здесь объект с полями'],
    [z.null(), 'a', 'Проверьте это поле и исправьте его'],
    [z.map(z.string(), z.string()), 'a', 'Проверьте это поле и исправьте его'],
  ],
  too_small: [
    [z.number().min(1), 0, 'Укажите число не меньше 1'],
    [z.number().positive(), 0, 'Укажите число больше 0'],
    [z.string().min(1), '', 'Напишите не меньше 1 знака'],
    [z.string().min(12), '', 'Напишите не меньше 12 знаков'],
    [z.array(z.string()).min(2), [], 'Добавьте в список хотя бы 2'],
  ],
  too_big: [
    [z.number().max(5), 6, 'Укажите число не больше 5'],
    [z.number().negative(), 6, 'Укажите число меньше 0'],
    [z.string().max(21), 'a'.repeat(22), 'Сократите до 21 знака'],
    [z.string().max(11), 'a'.repeat(22), 'Сократите до 11 знаков'],
    [z.array(z.string()).max(1), ['a', 'b'], 'Сократите список до 1'],
  ],
  invalid_format: [
    [z.email(), 'a', 'Укажите адрес почты, например name@example.ru'],
    [z.url(), 'a', 'Укажите адрес страницы целиком, например https://example.ru'],
    [z.uuid(), 'a', 'Обновите страницу и выберите заново: такого номера нет'],
    [z.iso.date(), 'a', 'Укажите день, например 2026-11-20'],
    [z.iso.datetime(), 'a', 'Укажите день и время, например 2026-11-20T10:05:00+04:00'],
    [z.iso.time(), 'a', 'Укажите время, например 10:05'],
    [z.string().regex(/^\d$/), 'a', 'Проверьте, как записано это поле, и исправьте его'],
    [z.string().startsWith('b'), 'a', 'Проверьте, как записано это поле, и исправьте его'],
    [z.jwt(), 'a', 'Проверьте, как записано это поле, и исправьте его'],
  ],
  not_multiple_of: [[z.number().multipleOf(5), 6, 'Укажите число, которое делится на 5 без остатка']],
  unrecognized_keys: [
    [
      z.strictObject({}),
      { 'my password': 1, Qwerty12: 1, ['x'.repeat(99)]: 2 },
      'Уберите поля, которых нет в описании API',
    ],
    [z.strictObject({}), { color: 1, user_id: 2 }, 'Уберите поля, которых нет в описании API: color, user_id'],
  ],
  invalid_union: [
    [z.union([z.string(), z.boolean()]), 5, 'Выберите один из возможных вариантов'],
    [
      z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') })]),
      { kind: 'b' },
      'Выберите один из возможных вариантов',
    ],
  ],
  invalid_key: [[z.record(z.string().min(2), z.string()), { a: 'b' }, 'Проверьте названия полей и исправьте их']],
  invalid_element: [
    [z.map(z.date(), z.string()), new Map([[new Date(), 5]]), 'Проверьте каждое значение в списке и исправьте его'],
  ],
  invalid_value: [
    [z.enum(['tv', 'sip']), 'a', 'Выберите одно из возможных значений'],
    [z.literal(5), 'a', 'Выберите одно из возможных значений'],
  ],
  custom: [[z.string().refine(() => false), 'a', 'Проверьте это поле и исправьте его']],
};

test.each(
  Object.entries(CASES).flatMap(([code, cases]) =>
    cases.map(([schema, wrong, says]) => [code, says, schema, wrong] as const),
  ),
)('%s: «%s»', (code, says, schema, wrong) => {
  const [issue] = schema.safeParse(wrong, { error: validationMessageOf, reportInput: true }).error?.issues ?? [];
  expect([issue?.code, issue?.message]).toEqual([code, says]);
});

test('an operator is told the words that fit', () => {
  const says = (schema: z.ZodType) => schema.safeParse('a', { error: operatorRefusalOf }).error?.issues[0]?.message;
  expect(says(z.enum(['tv', 'sip']))).toBe('Выберите одно из значений: tv, sip');
  expect(says(z.number())).toBe('Укажите здесь число');
});

test('a message of the schema itself is used instead', () => {
  const { error } = z.string().max(1, 'Назовите короче').safeParse('ab', { error: validationMessageOf });
  expect(error?.issues[0]?.message).toBe('Назовите короче');
});
