import type { z } from 'zod';

type Issue = z.core.$ZodIssue;
type RawIssue<Code extends Issue['code'] = Issue['code']> = Extract<z.core.$ZodRawIssue, { code: Code }>;

/**
 * Explains every kind of invalid input, and what to do, in a whole Russian sentence. It repeats neither what was sent, which
 * may be a secret, nor words of the code; of unknown fields only what is spelled as a name. A message of the schema itself is preferred.
 */
export const validationMessageOf = (issue: z.core.$ZodRawIssue): string =>
  (SENTENCES[issue.code] as (issue: z.core.$ZodRawIssue) => string)(issue);

/** The same for operators, who type the words of the code: names those that fit. */
export const operatorRefusalOf = (issue: z.core.$ZodRawIssue): string =>
  issue.code === 'invalid_value'
    ? `Выберите одно из значений: ${issue.values.map(String).join(', ')}`
    : validationMessageOf(issue);

const SENTENCES: { readonly [Code in Issue['code']]: (issue: RawIssue<Code>) => string } = {
  invalid_type: ({ expected, input }) => (input === undefined ? 'Заполните это поле' : (TYPES[expected] ?? CHECK)),
  too_small: ({ origin, minimum, inclusive = true }) =>
    boundText(origin, Number(minimum), inclusive ? 'least' : 'above'),
  too_big: ({ origin, maximum, inclusive = true }) => boundText(origin, Number(maximum), inclusive ? 'most' : 'below'),
  invalid_format: ({ format }) => FORMATS[format] ?? 'Проверьте, как записано это поле, и исправьте его',
  not_multiple_of: ({ divisor }) => `Укажите число, которое делится на ${divisor} без остатка`,
  unrecognized_keys: ({ keys }) =>
    unknownText(keys.filter((key) => /^[a-z][a-z_]{0,30}$/.test(key)).slice(0, MOST_NAMED)),
  invalid_union: () => 'Выберите один из возможных вариантов',
  invalid_key: () => 'Проверьте названия полей и исправьте их',
  invalid_element: () => 'Проверьте каждое значение в списке и исправьте его',
  invalid_value: () => 'Выберите одно из возможных значений',
  custom: () => CHECK,
};

const CHECK = 'Проверьте это поле и исправьте его';

const TYPES: Readonly<Record<string, string>> = {
  string: 'Напишите здесь текст',
  number: 'Укажите здесь число',
  int: 'Укажите здесь целое число',
  boolean: 'Выберите здесь «да» или «нет»',
  array: 'Передайте здесь список',
  object: 'Передайте здесь объект с полями',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'Укажите адрес почты, например name@example.ru',
  url: 'Укажите адрес страницы целиком, например https://example.ru',
  uuid: 'Обновите страницу и выберите заново: такого номера нет',
  date: 'Укажите день, например 2026-11-20',
  datetime: 'Укажите день и время, например 2026-11-20T10:05:00+04:00',
  time: 'Укажите время, например 10:05',
};

type Bound = 'least' | 'above' | 'most' | 'below';

function boundText(origin: string, bound: number, which: Bound): string {
  if (origin === 'string')
    return which === 'least' ? `Напишите не меньше ${signs(bound)}` : `Сократите до ${signs(bound)}`;
  if (origin === 'array' || origin === 'set') {
    return which === 'least' ? `Добавьте в список хотя бы ${bound}` : `Сократите список до ${bound}`;
  }
  return `Укажите число ${NUMBERS[which]} ${bound}`;
}

const NUMBERS: Readonly<Record<Bound, string>> = {
  least: 'не меньше',
  above: 'больше',
  most: 'не больше',
  below: 'меньше',
};

/** In the genitive: «до 1 знака», «до 5 знаков». */
const signs = (count: number): string => `${count} ${count % 10 === 1 && count % 100 !== 11 ? 'знака' : 'знаков'}`;

/** Unknown fields that a refusal names at most. */
const MOST_NAMED = 5;

const unknownText = (names: readonly string[]): string =>
  `Уберите поля, которых нет в описании API${names.length > 0 ? `: ${names.join(', ')}` : ''}`;
