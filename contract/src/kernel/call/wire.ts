import { z } from 'zod';
import { isAsked, type Day, type Instant, type Period } from '../day.ts';
import { AMOUNT_PATTERN, fromWireMoney, kopecks, parseRubles, toWireMoney, type Kopecks } from '../money.ts';
import { parsePhone, type Phone } from '../phone.ts';

/** The inner side of a codec is unchecked: only our own code produces it, and the outer side is checked. */
const inside = <T>() => z.any() as z.ZodType<T, T>;

/** Money in a reply: roubles as a decimal string with two digits, negative for a debt; kopecks in code. */
export const Money = z
  .codec(z.string().regex(/^-?\d+\.\d{2}$/), inside<Kopecks>(), {
    decode: fromWireMoney,
    encode: (amount) => toWireMoney(kopecks(amount)),
  })
  .meta({ description: 'Roubles, decimal string with two digits', examples: ['1250.00'] });

/** A written sum of any size. */
const WrittenSum = z
  .string()
  .max(100)
  .regex(/^\d+(?:[.,]\d{1,2})?$/, {
    error: 'Напишите рубли цифрами, копейки — после точки или запятой',
    abort: true,
  });
/** More than any allowed payment, in kopecks. */
const BEYOND_ANY = kopecks(1_000_000_000_000);

/** A sum to pay: up to 9 999 999 roubles, kopecks after a dot or a comma, nothing else. */
export const Amount = z
  .codec(WrittenSum.regex(AMOUNT_PATTERN, 'Уменьшите сумму: больше 9 999 999 ₽ не бывает'), inside<Kopecks>(), {
    decode: (text) => parseRubles(text) ?? BEYOND_ANY,
    encode: toWireMoney,
  })
  .meta({ description: 'Roubles to pay, decimal string', examples: ['629.00'] });

/** A sum that is checked against the provider's limits: one with too many digits exceeds the limits, and is no format error. */
export const LimitedAmount = z
  .codec(WrittenSum, inside<Kopecks>(), { decode: (text) => parseRubles(text) ?? BEYOND_ANY, encode: toWireMoney })
  .meta({ description: 'Roubles to pay, decimal string', examples: ['629.00'] });

/** A day of the provider's zone, `2026-11-21`. */
export const DayText = z.codec(z.iso.date('Укажите день в виде ГГГГ-ММ-ДД'), inside<Day>(), {
  decode: (text) => text as Day,
  encode: (day) => day,
});
/** A calendar month of the provider's zone, `2026-11`. */
export const PeriodText = z
  .codec(z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'Укажите месяц в виде ГГГГ-ММ'), inside<Period>(), {
    decode: (text) => text as Period,
    encode: (period) => period,
  })
  .meta({ examples: ['2026-11'] });
/** A moment, ISO 8601. */
export const InstantText = z.codec(
  z.iso.datetime({ offset: true, error: 'Укажите время в виде ISO 8601' }),
  inside<Instant>(),
  {
    decode: (text) => text as Instant,
    encode: (instant) => instant,
  },
);

const WRONG_DAY = 'Укажите день с 1990 по 2100 год, например 2026-11-20';
const WRONG_PERIOD = 'Укажите месяц с 1990 по 2100 год, например 2026-11';

/** A day in a request: other years are a mistake, and the database has no year 0. */
export const AskedDay = z
  .codec(z.iso.date({ error: WRONG_DAY, abort: true }).refine(isAsked, WRONG_DAY), inside<Day>(), {
    decode: (text) => text as Day,
    encode: (day) => day,
  })
  .meta({ description: 'From 1990-01-01 to 2100-12-31' });
/** A calendar month in a request, of the same years. */
export const AskedPeriod = z
  .codec(z.string().regex(/^(?:199\d|20\d\d|2100)-(?:0[1-9]|1[0-2])$/, WRONG_PERIOD), inside<Period>(), {
    decode: (text) => text as Period,
    encode: (period) => period,
  })
  .meta({ examples: ['2026-11'] });

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Text in a request: at most `most` UTF-16 units, without characters that the database cannot store. */
export const text = (most: number, tooLong = `Сократите до ${most} знаков`) =>
  z
    .string()
    .max(most, tooLong)
    .refine(isStorable, 'В тексте есть знаки, которые нельзя сохранить. Наберите его заново');

/** A phone number in any spelling; eleven digits with a leading 7 inside. */
export const PhoneText = z
  .codec(text(32), inside<Phone>(), {
    decode: (text, context) => {
      const phone = parsePhone(text);
      if (phone) return phone;
      context.issues.push({ code: 'custom', input: text, message: 'Укажите номер телефона: 10 или 11 цифр' });
      return z.NEVER;
    },
    encode: (phone) => phone,
  })
  .meta({ examples: ['78482001234'] });

/** A phone that people can be called back at: not 8-800 and the like. */
export const CallablePhone = PhoneText.refine((phone) => !/^780\d/.test(phone), {
  message: 'На номера 8-800 и подобные мы не перезваниваем. Укажите обычный номер',
});

const WRONG_EMAIL = 'Укажите адрес почты, например maria@mail.ru';
/** An e-mail address, in small letters inside: providers of mail do not tell letters apart by their case. */
export const EmailText = z
  .codec(text(254, WRONG_EMAIL), z.email(WRONG_EMAIL), {
    decode: (typed) => typed.trim().toLowerCase(),
    encode: (email) => email,
  })
  .meta({ examples: ['maria@mail.example'] });

/** A code from a message: six digits, however they are spaced. */
export const CodeText = z
  .codec(text(20, 'В коде шесть цифр'), z.string().regex(/^\d{6}$/, 'В коде шесть цифр'), {
    decode: (typed) => typed.replace(/[\s-]/g, ''),
    encode: (code) => code,
  })
  .meta({ examples: ['123456'] });

/** The largest value of an `integer` column. */
const LARGEST_INTEGER = 2_147_483_647;

/** A whole number between two bounds, inclusive. */
export const wholeNumber = (least: number, most: number, message = `Укажите целое число от ${least} до ${most}`) =>
  z.int({ error: message, abort: true }).min(least, message).max(most, message);

const NO_SUCH_ID = 'Такого номера нет. Обновите страницу и выберите заново';

/** The key of a `bigint` column: services, lines, notices, sessions. JSON holds no larger whole number. */
export const Id = wholeNumber(1, Number.MAX_SAFE_INTEGER, NO_SUCH_ID);
/** The key of an `integer` column: plans, options, programs. */
export const CatalogueId = wholeNumber(1, LARGEST_INTEGER, NO_SUCH_ID);
/** A count or a version: an `integer` column. */
export const Count = wholeNumber(0, LARGEST_INTEGER);

/** A whole number in an address or a query: decimal digits without a sign, a point, or leading zeros. */
export const inAddress = <S extends z.ZodType<number, number>>(schema: S) =>
  z.preprocess((sent: string | number) => (isDecimal(sent) ? Number(sent) : sent), schema);

const isDecimal = (sent: unknown): boolean => typeof sent === 'string' && /^(?:0|[1-9]\d{0,15})$/.test(sent);

/** Which account pays: `i` internet, TV, SIP and mail; `t` telephone numbers. */
export const AccountKind = z.enum(['i', 't']);

/** One page of a list: `next` is the cursor of the next page, null on the last one. */
export const pageOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next: z.string().nullable() });

/** The query of a page. */
export const PageQuery = z.strictObject({
  cursor: text(64).optional(),
  limit: inAddress(wholeNumber(1, 100)).default(20),
});
