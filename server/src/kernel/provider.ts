import { AMOUNT_PATTERN, kopecks, parseRubles, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Day } from '@kabinet/contract/kernel/day';
import { z } from 'zod';
import { isAccountOf, isCorrAccountOf } from './bank-details.ts';
import { readSettingsFile } from './settings-file.ts';

const Roubles = z
  .string()
  .regex(AMOUNT_PATTERN)
  .transform((text): Kopecks => parseRubles(text) ?? kopecks(0));
const Contact = z.strictObject({ label: z.string(), phone: z.string().regex(/^7\d{10}$/) });

/**
 * A name of the IANA time zone database. Offsets like `+04:00` are none: they know no summer time, and PostgreSQL reads their sign the
 * other way round.
 */
const TimeZone = z.string().refine((name) => /^[a-z]/i.test(name) && isTimeZone(name), {
  error: 'нет такого часового пояса; нужно имя IANA, например Europe/Samara',
});

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** A promised payment of one kind of account; where it is left out, none is offered. */
const PromisedPaymentTerms = z.strictObject({
  /** Whole days after the one on which it is taken. */
  days: z.int().min(1).max(31),
  /** Charged when it is taken. */
  fee: Roubles,
  /** The largest sum of one, its fee included. */
  most: Roubles,
  /** Days from one to the next. */
  interval_days: z.int().min(0),
  /** Days for which the contract must have lasted. */
  tenure_days: z.int().min(0),
});

/** Voluntary suspension of an internet service; where it is left out, none is offered. */
const SuspensionTerms = z
  .strictObject({
    /** Of one suspension. */
    shortest_days: z.int().min(1),
    longest_days: z.int().min(1).max(365),
    /** Of each calendar year, for each service; the days beyond them cost money. */
    free_days_a_year: z.int().min(0).max(366),
    day_price: Roubles,
    /** Charged on the first day. */
    start_price: Roubles.default(kopecks(0)),
    /** From the return to the next suspension. */
    days_between: z.int().min(0).default(0),
    /** How far ahead one may be planned; 0: it begins today only. */
    days_ahead: z.int().min(0).max(365).default(0),
    /** What a return before the day costs; null: there is none. */
    early_return: z
      .strictObject({ price: Roubles })
      .nullable()
      .default({ price: kopecks(0) }),
  })
  .refine(({ shortest_days, longest_days }) => shortest_days <= longest_days, {
    path: ['longest_days'],
    error: 'самый долгий срок короче самого короткого',
  });

/** Where bank transfers go; where it is left out, none is offered. A number mistyped is refused by its control digits. */
const BankDetails = z
  .strictObject({
    account: z.string().regex(/^\d{20}$/),
    bank: z.string().min(1),
    bic: z.string().regex(/^04\d{7}$/),
    corr_account: z.string().regex(/^301\d{17}$/),
  })
  .refine(({ bic, account }) => isAccountOf(bic, account), {
    path: ['account'],
    error: 'контрольная цифра не сходится',
  })
  .refine(({ bic, corr_account }) => isCorrAccountOf(bic, corr_account), {
    path: ['corr_account'],
    error: 'контрольная цифра не сходится',
  });

/** A rate of VAT in percent from its first day on; null: without VAT. */
const VatRate = z.strictObject({
  from: z.iso.date().transform((text) => text as Day),
  percent: z.int().min(0).max(99).nullable(),
});

/** What an operator sets about himself: a JSON file, `KABINET_PROVIDER`. */
const ProviderFile = z.strictObject({
  name: z.string(),
  /** Latin word of the product in addresses: `/lk/{product}-online`, `notice/{product}-info`. */
  product: z.string().regex(/^[a-z][a-z0-9]*$/),
  /** IANA name; billing days are days of this zone. */
  time_zone: TimeZone,
  /** Hue 0–360 and chroma 0–0.16 of the accent colour (design tokens). */
  accent_hue: z.number().min(0).max(360),
  accent_chroma: z.number().min(0).max(0.16),
  site: z.url(),
  support_email: z.email(),
  support_phones: z.array(Contact).min(1),
  support_hours: z.string(),
  office: z.strictObject({ address: z.string(), hours: z.string() }),
  documents: z.array(z.strictObject({ title: z.string(), url: z.url() })),
  /** Who issues statements and receipts: printed at the top of each. */
  legal: z
    .strictObject({
      name: z.string(),
      inn: z.string().regex(/^(?:\d{10}|\d{12})$/),
      kpp: z
        .string()
        .regex(/^\d{9}$/)
        .optional(),
      ogrn: z.string().regex(/^(?:\d{13}|\d{15})$/),
      address: z.string(),
    })
    .optional(),
  /** The telephone exchange: the town's code, and the IANA zone in which it writes the time of calls. */
  telephone: z.strictObject({ area_code: z.string().regex(/^\d{3,5}$/), exchange_time_zone: TimeZone }),
  bank_details: BankDetails.optional(),
  vat: z.array(VatRate).default([]),
  /** How fiscal receipts name it. */
  tax_system: z.enum(['osn', 'usn_income', 'usn_income_outcome', 'esn', 'patent']).default('osn'),
  payment: z.strictObject({ smallest: Roubles, largest: Roubles }),
  /** The fewest days between two changes of plan of one service; 0: as often as one likes. */
  plan_change: z.strictObject({ days_between: z.int().min(0) }).default({ days_between: 0 }),
  suspension: SuspensionTerms.optional(),
  promised_payment: z.partialRecord(z.enum(['i', 't']), PromisedPaymentTerms).default({}),
});

export type Provider = z.output<typeof ProviderFile>;

/** Reads the operator's settings; a wrong one is named in the error. */
export const readProvider = (path: string | URL): Promise<Provider> =>
  readSettingsFile('KABINET_PROVIDER', path, ProviderFile);
