import { z } from 'zod';
import type { Day, Instant, Period } from './day.ts';
import { AMOUNT_PATTERN, fromWireMoney, kopecks, parseRubles, toWireMoney, type Kopecks } from './money.ts';
import { parsePhone, type Phone } from './phone.ts';

/** What a codec makes within: only our own code hands it out again, so there is nothing to check but what it is written as. */
const inside = <T>() => z.any() as z.ZodType<T, T>;

/** Money of an answer: roubles as a decimal string with two digits, negative for a debt; kopecks inside. */
export const Money = z
  .codec(z.string().regex(/^-?\d+\.\d{2}$/), inside<Kopecks>(), {
    decode: fromWireMoney,
    encode: (amount) => toWireMoney(kopecks(amount)),
  })
  .meta({ description: 'Roubles, decimal string with two digits', examples: ['1250.00'] });

/** A sum to pay: up to 9 999 999 roubles, kopecks after a dot or a comma, nothing else. */
export const Amount = z
  .codec(z.string().regex(AMOUNT_PATTERN, 'Сумма: рубли цифрами, копейки после точки или запятой'), inside<Kopecks>(), {
    decode: (text) => parseRubles(text) ?? kopecks(0),
    encode: toWireMoney,
  })
  .meta({ description: 'Roubles to pay, decimal string', examples: ['629.00'] });

/** A day of the provider's zone, `2026-11-21`. */
export const DayText = z.codec(z.iso.date('День в виде ГГГГ-ММ-ДД'), inside<Day>(), {
  decode: (text) => text as Day,
  encode: (day) => day,
});
/** A calendar month of the provider's zone, `2026-11`. */
export const PeriodText = z.codec(
  z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'Месяц в виде ГГГГ-ММ'),
  inside<Period>(),
  {
    decode: (text) => text as Period,
    encode: (period) => period,
  },
);
/** A moment, ISO 8601. */
export const InstantText = z.codec(
  z.iso.datetime({ offset: true, error: 'Время в виде ISO 8601' }),
  inside<Instant>(),
  {
    decode: (text) => text as Instant,
    encode: (instant) => instant,
  },
);

/** A phone number in any spelling; eleven digits with a leading 7 inside. */
export const PhoneText = z.codec(z.string().max(32), inside<Phone>(), {
  decode: (text, context) => {
    const phone = parsePhone(text);
    if (phone) return phone;
    context.issues.push({ code: 'custom', input: text, message: 'Номер телефона: 10 или 11 цифр' });
    return z.NEVER;
  },
  encode: (phone) => phone,
});

/** An identifier in an address or a query: text on the wire, a whole number inside. */
export const Id = z.coerce.number<string | number>().int().positive().max(Number.MAX_SAFE_INTEGER);

/** Which account pays: `i` internet, TV, SIP and mail; `t` telephone numbers. */
export const AccountKind = z.enum(['i', 't']);

/** One page of a list that can grow: `next` is the cursor of the following page, null on the last one. */
export const pageOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next: z.string().nullable() });

/** How a page is asked for. */
export const PageQuery = z.strictObject({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number<string | number>().int().min(1).max(100).default(20),
});
