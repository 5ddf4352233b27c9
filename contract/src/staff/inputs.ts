import { z } from 'zod';
import { isAsked, parseDay, type Day } from '../kernel/day.ts';
import { kopecks, parseRubles, toWireMoney, type Kopecks } from '../kernel/money.ts';
import { inAddress, text } from '../kernel/call/wire.ts';
import { printedText, whyNotPrinted } from '../kernel/papers/printed-no.ts';

// Values that operators type or that tables of banks contain. The command line prints the messages.

/** The most characters of a value, and of an invalid value that a message repeats. */
const MOST_REPEATED = 100;
const repeated = (input: unknown): string => String(input).slice(0, MOST_REPEATED);

/** The message for an invalid value; none for a missing one. */
const saying = (sentence: (input: string) => string) => ({
  error: ({ input }: { readonly input?: unknown }) => (input === undefined ? undefined : sentence(repeated(input))),
});

const notNumber = saying((input) => `Это не номер: ${input}`);

/** An id, of a `bigint` column. */
export const Numbered = inAddress(
  z
    .int({ ...notNumber, abort: true })
    .min(1, notNumber)
    .max(Number.MAX_SAFE_INTEGER, notNumber),
);

/** The number of a row of a small table, whose column is an integer. */
export const SmallNumbered = inAddress(
  z
    .int({ ...notNumber, abort: true })
    .min(1, notNumber)
    .max(2_147_483_647, notNumber),
);

export const PaymentId = z
  .string()
  .regex(
    /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
    saying((input) => `Это не номер платежа: ${input}`),
  )
  .meta({ examples: ['0191d3c0-0000-7000-8000-000000000001'] });

/** `2026-11-20`, also if it was written `20.11.2026`. */
function isoOf(written: string): string {
  const [, d, m, y] = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(written) ?? [];
  return d === undefined ? written : `${y ?? ''}-${m ?? ''}-${d}`;
}

/** Of the years 1990 to 2100. */
function dayOf(written: string): Day | undefined {
  const iso = isoOf(written);
  return isAsked(iso) ? parseDay(iso) : undefined;
}

/** Of the life of somebody who is alive. */
function dayOfLife(written: string): Day | undefined {
  const iso = isoOf(written);
  return iso >= '1900' && iso < '2101' ? parseDay(iso) : undefined;
}

/** A sum above zero, kopecks after a dot or a comma. */
function sumOf(written: string): Kopecks | undefined {
  const amount = parseRubles(written);
  return amount !== undefined && amount > 0 ? amount : undefined;
}

const inside = <T>() => z.any() as z.ZodType<T, T>;

/** Text parsed by a function that returns undefined for an invalid value. */
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

/** A day of birth, or of a document: such days are before there was the portal. */
export const WrittenDayOfLife = written(
  dayOfLife,
  (day) => day,
  (input) => `Это не день: ${input}. День пишется так: 02.03.1985`,
).meta({ description: '`1985-03-02` or `02.03.1985`', examples: ['1985-03-02'] });

/** A sum of either side of zero: a balance of a company may be longer than a payment. */
function signedSumOf(written: string): Kopecks | undefined {
  const [, sign, roubles = '0', fraction = ''] = /^([-\u2212]?)([0-9]{1,11})(?:[.,]([0-9]{1,2}))?$/.exec(written) ?? [];
  if (sign === undefined) return undefined;
  const amount = Number(roubles) * 100 + Number(fraction.padEnd(2, '0'));
  return kopecks(sign === '' ? amount : 0 - amount);
}

export const SignedSum = written(
  signedSumOf,
  toWireMoney,
  (input) => `Это не сумма: ${input}. Сумма пишется так: -100,50`,
).meta({ description: 'Roubles, below zero for a debt; kopecks after a dot or a comma', examples: ['-100.50'] });

export const WrittenSum = written(
  sumOf,
  toWireMoney,
  (input) => `Это не сумма: ${input}. Сумма пишется так: 100,50`,
).meta({ description: 'Roubles above zero; kopecks after a dot or a comma', examples: ['100.50'] });

/** Text that is stored: not empty, and limited by the index or the page. */
export function words(most: number, what: string) {
  const message = `${what}: от 1 до ${most} знаков`;
  return text(most, message).trim().min(1, message);
}

/** May be «Паспорт …»: its number is not shown again. */
export const DocumentNo = words(100, 'Номер документа').meta({ personal: 'words' });
/** A line of an account's history. */
export const HistoryLine = (what: string) => words(500, what);
export const AccountNo = text(100).meta({ examples: ['200001i'] });

/** `2026-11-24 14:00` in the provider's zone. */
export const Moment = text(16)
  .regex(/^20\d\d-\d\d-\d\d \d\d:\d\d$/, 'Время пишется так: 2026-11-24 14:00')
  .meta({ examples: ['2026-11-24 14:00'] });

const refusedPrinted = (typed: string): string | undefined => {
  const printed = printedText(typed);
  return printed === '' ? undefined : whyNotPrinted(printed);
};

/** A number that the provider prints on a contract; an empty text is none. */
export const PrintedNumber = written<string | null>(
  (typed) => (refusedPrinted(typed) === undefined ? printedText(typed) || null : undefined),
  (printed) => printed ?? '',
  (typed) => `Номер на бумагах: ${refusedPrinted(typed) ?? ''}`,
).meta({ examples: ['ЮЛ-30003/17'] });
