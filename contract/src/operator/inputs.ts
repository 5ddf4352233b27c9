import { z } from 'zod';
import { isAsked, parseDay, type Day } from '../kernel/day.ts';
import { parseRubles, toWireMoney, type Kopecks } from '../kernel/money.ts';
import { inAddress, text } from '../kernel/wire.ts';

// What operators type, and what stands in the tables of banks. The messages are what the command line answers.

/** A value is no longer; a wrong one is repeated so far. */
const MOST_REPEATED = 100;
const repeated = (input: unknown): string => String(input).slice(0, MOST_REPEATED);

/** Says what is wrong with a value; of a missing one there is nothing to say. */
const saying = (sentence: (input: string) => string) => ({
  error: ({ input }: { readonly input?: unknown }) => (input === undefined ? undefined : sentence(repeated(input))),
});

const notNumber = saying((input) => `Это не номер: ${input}`);

/** The number of something, of a `bigint` column. */
export const Numbered = inAddress(
  z
    .int({ ...notNumber, abort: true })
    .min(1, notNumber)
    .max(Number.MAX_SAFE_INTEGER, notNumber),
);

export const PaymentId = z
  .string()
  .regex(
    /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
    saying((input) => `Это не номер платежа: ${input}`),
  )
  .meta({ examples: ['0191d3c0-0000-7000-8000-000000000001'] });

/** `2026-11-20` or `20.11.2026`, of the years that anybody means. */
function dayOf(written: string): Day | undefined {
  const [, d, m, y] = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(written) ?? [];
  const iso = d === undefined ? written : `${y ?? ''}-${m ?? ''}-${d}`;
  return isAsked(iso) ? parseDay(iso) : undefined;
}

/** A sum above nothing, kopecks after a dot or a comma. */
function sumOf(written: string): Kopecks | undefined {
  const amount = parseRubles(written);
  return amount !== undefined && amount > 0 ? amount : undefined;
}

const inside = <T>() => z.any() as z.ZodType<T, T>;

/** Text that means a value, read by a function that answers nothing for what it is not. */
const written = <T>(
  read: (text: string) => T | undefined,
  write: (value: T) => string,
  wrong: (text: string) => string,
) =>
  z.codec(text(MOST_REPEATED), inside<T>(), {
    decode: (input, context) => {
      const value = read(input);
      if (value !== undefined) return value;
      context.issues.push({ code: 'custom', input, message: wrong(repeated(input)) });
      return z.NEVER;
    },
    encode: write,
  });

export const WrittenDay = written(
  dayOf,
  (day) => day,
  (input) => `Это не день: ${input}. День пишется так: 2026-11-20`,
).meta({ description: '`2026-11-20` or `20.11.2026`', examples: ['2026-11-20'] });

export const WrittenSum = written(
  sumOf,
  toWireMoney,
  (input) => `Это не сумма: ${input}. Сумма пишется так: 100,50`,
).meta({ description: 'Roubles above nothing; kopecks after a dot or a comma', examples: ['100.50'] });

/** Words that are kept: something, and no more than the index or the page has room for. */
export function words(most: number, what: string) {
  const message = `${what}: от 1 до ${most} знаков`;
  return text(most, message).trim().min(1, message);
}

export const DocumentNo = words(100, 'Номер документа');
/** A line of an account's history. */
export const HistoryLine = (what: string) => words(500, what);
export const AccountNo = text(100).meta({ examples: ['200001i'] });
