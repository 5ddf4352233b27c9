import { kopecks } from '@kabinet/contract/kernel/money';
import type { Day } from '@kabinet/contract/kernel/day';
import { z } from 'zod';
import { isAccountOf, isCorrAccountOf } from './bank-details.ts';
import { SettingRoubles } from './setting-roubles.ts';
import { EventTerms } from './event-terms.ts';
import { AccountingTerms } from './accounting-terms.ts';
import { SecondPersonTerms } from './second-person.ts';
import { readSettingsFile } from './settings-file.ts';

const Contact = z.strictObject({ label: z.string(), phone: z.string().regex(/^7\d{10}$/, 'нужны 11 цифр, первая 7') });

/** An http or https address; browsers follow it, so `javascript:` must be impossible. */
const Link = z.url({ protocol: /^https?$/, error: 'нужен адрес, например https://provider.example/' });

/**
 * An IANA time zone name. Offsets like `+04:00` are refused: they have no daylight saving, and PostgreSQL reads their
 * sign the other way round.
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

/** Terms of promised payments for one kind of account; not offered if absent. */
const PromisedPaymentTerms = z
  .strictObject({
    /** Whole days after the day on which it is taken. */
    days: z.int().min(1).max(31),
    /** Charged at once. */
    fee: SettingRoubles,
    /** The largest sum of a promised payment, including its fee. */
    most: SettingRoubles,
    /** Days between two promised payments. */
    interval_days: z.int().min(0),
    /** Minimum age of the contract in days. */
    tenure_days: z.int().min(0),
  })
  .refine(({ fee, most }) => fee < most, {
    path: ['fee'],
    error: 'плата не меньше самого большого обещанного платежа',
  });

/** Terms of voluntary suspension of an internet, TV or SIP service; not offered if absent. */
const SuspensionTerms = z
  .strictObject({
    /** Length of one suspension. */
    shortest_days: z.int().min(1),
    longest_days: z.int().min(1).max(365),
    /** Per calendar year and service; further days are paid. */
    free_days_a_year: z.int().min(0).max(366),
    day_price: SettingRoubles,
    /** Charged on the first day. */
    start_price: SettingRoubles.default(kopecks(0)),
    /** From a return to the next suspension. */
    days_between: z.int().min(0).default(0),
    /** How many days ahead a suspension may be planned; 0 means that it begins today only. */
    days_ahead: z.int().min(0).max(365).default(0),
    /** Price of an early return; null means that it is not possible. */
    early_return: z
      .strictObject({ price: SettingRoubles })
      .nullable()
      .default({ price: kopecks(0) }),
  })
  .refine(({ shortest_days, longest_days }) => shortest_days <= longest_days, {
    path: ['longest_days'],
    error: 'самый долгий срок короче самого короткого',
  });

/** Details for bank transfers; not offered if absent. Check digits reveal a mistyped number. */
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

/** The consent of a person who leaves a number; a change of the text needs a new version. */
const CONSENT = {
  version: '1',
  text: 'Согласен на звонок и обработку имени, телефона и адреса, чтобы ответить на моё обращение',
};

const Paragraphs = z
  .string()
  .trim()
  .min(1)
  .max(20_000)
  .transform((written) =>
    written
      .replace(/\r\n?/g, '\n')
      .split(/\n{2,}/)
      .join('\n\n'),
  );

/** A consent of the subscriber besides the contract; a change of its text needs a new version. */
const ConsentTerms = z.strictObject({
  /** Stays the same for all versions. Without the consent `marketing` no news are sent. */
  name: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
  title: z.string().min(1).max(100),
  /** What it is for, in one sentence. */
  summary: z.string().min(1).max(300),
  version: z.string().min(1).max(40),
  /** The first day of this version. */
  valid_from: z.iso.date().transform((text) => text as Day),
  /** Paragraphs divided by empty lines. */
  text: Paragraphs,
  /** Given with the contract, and in force while it runs. */
  is_required: z.boolean().default(false),
  /** What changes when it is given. */
  when_given: z.string().min(1).max(500).optional(),
  /** What changes when it is withdrawn; of a required one: how to end it. */
  when_withdrawn: z.string().min(1).max(500),
});
export type ConsentTerms = z.output<typeof ConsentTerms>;

/** Checks that no two elements of a list have the same value of a field. */
const areUnlike =
  (field: string) =>
  (list: readonly Readonly<Record<string, unknown>>[]): boolean =>
    new Set(list.map((one) => one[field])).size === list.length;

/** Terms of support. */
const SupportTerms = z
  .strictObject({
    /** The city that lists begin with; by default Togliatti (specification, 3). */
    first_city: z.string().min(1).optional(),
    /** Until how many hours before its start a visit may be moved by the client. */
    move_hours_before: z.int().min(0).max(168).default(18),
    /** Hours of the provider's zone in which we call back. */
    call_back: z
      .strictObject({ from: z.int().min(0).max(23), until: z.int().min(1).max(24) })
      .refine(({ from, until }) => from < until, { path: ['until'], error: 'конец раньше начала' })
      .default({ from: 9, until: 21 }),
    consent: z.strictObject({ version: z.string().min(1).max(40), text: z.string().min(1).max(1000) }).default(CONSENT),
  })
  .prefault({});

/** A VAT rate in percent from its first day; null means without VAT. */
const VatRate = z.strictObject({
  from: z.iso.date().transform((text) => text as Day),
  percent: z.int().min(0).max(99).nullable(),
});

/** A measuring server; its process knows SPEED_SECRET. */
const SpeedServer = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  name: z.string().min(1),
  /** Its address for browsers; https where the portal has https. */
  url: Link.refine((url) => !url.endsWith('/'), { error: 'уберите косую черту в конце' }),
  /** Whether it stands inside the provider's network. */
  inside: z.boolean(),
  /** What it can deliver, Mbit/s. */
  most_mbit: z.int().min(1),
});

/** Settings of a router on a line of this type. */
const RouterSettings = z
  .strictObject({
    connection: z.enum(['ipoe', 'pppoe', 'l2tp', 'pptp']),
    /** The server of l2tp and pptp. */
    server: z
      .string()
      .regex(/^[a-z0-9.-]+$/)
      .optional(),
    /** Bytes. */
    mtu: z.int().min(576).max(9000).optional(),
    vlan: z.int().min(1).max(4094).optional(),
    dns: z
      .array(z.union([z.ipv4(), z.ipv6()]))
      .max(4)
      .default([]),
  })
  .refine(({ connection, server }) => server !== undefined || !['l2tp', 'pptp'].includes(connection), {
    path: ['server'],
    error: 'для l2tp и pptp нужен адрес сервера',
  });

const MailServer = z.strictObject({
  host: z.string().regex(/^[a-z\d.-]+$/),
  port: z.int().min(1).max(65_535),
  security: z.enum(['ssl', 'starttls']).default('ssl'),
});

/** Mailboxes: servers for mail programs, and terms. */
const MailTerms = z.strictObject({
  servers: z
    .strictObject({ imap: MailServer, pop3: MailServer.optional(), smtp: MailServer, webmail: Link.optional() })
    .optional(),
  /** For how many days a deleted mailbox can be restored. */
  kept_days: z.int().min(1).max(365).default(30),
  /** Further addresses of a mailbox. */
  aliases: z.int().min(0).max(100).default(5),
});

/** An operator's own settings: the JSON file `KABINET_PROVIDER`. */
const ProviderFile = z.strictObject({
  name: z.string().min(1),
  /** Latin name of the product in addresses: `/lk/{product}-online`, `notice/{product}-info`. */
  product: z.string().regex(/^[a-z][a-z0-9]*$/),
  /** IANA name; billing days are days in this zone. */
  time_zone: TimeZone,
  /** Hue 0–360 and chroma 0–0.16 of the accent colour (design tokens). */
  accent_hue: z.number().min(0).max(360),
  accent_chroma: z.number().min(0).max(0.16),
  site: Link,
  support_email: z.email(),
  support_phones: z.array(Contact).min(1),
  support_hours: z.string(),
  office: z.strictObject({ address: z.string(), hours: z.string() }),
  documents: z.array(z.strictObject({ title: z.string(), url: Link })),
  /** The issuer of statements and receipts, printed at the top of each. */
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
  /** The telephone exchange: the town's code, and the IANA zone of the call times that it writes. */
  telephone: z.strictObject({ area_code: z.string().regex(/^\d{3,5}$/), exchange_time_zone: TimeZone }),
  /** SIP: settings of a telephone, and the limits of spending that apply until the client changes them. */
  sip: z
    .strictObject({
      /** The realm of the digests: passwords must be renewed when it changes. */
      domain: z.string().regex(/^[a-z0-9.-]+$/),
      port: z.int().min(1).max(65_535),
      transport: z.enum(['udp', 'tcp', 'tls']),
      month_limit: SettingRoubles,
      day_limit: SettingRoubles,
      /** The highest limits that a client may set; above them only the provider's staff. */
      most_month_limit: SettingRoubles,
    })
    .refine(({ month_limit, most_month_limit }) => month_limit <= most_month_limit, {
      path: ['month_limit'],
      error: 'больше, чем most_month_limit',
    })
    .optional(),
  /** Settings of a router, by the type of the line. */
  routers: z
    .partialRecord(z.enum(['isg', 'ethernet', 'homenet', 'dialup', 'dialup_t', 'dialup_city']), RouterSettings)
    .default({}),
  bank_details: BankDetails.optional(),
  vat: z.array(VatRate).refine(areUnlike('from'), { error: 'две ставки с одного дня' }).default([]),
  /** Tax system named in fiscal receipts. */
  tax_system: z.enum(['osn', 'usn_income', 'usn_income_outcome', 'esn', 'patent']).default('osn'),
  payment: z
    .strictObject({ smallest: SettingRoubles, largest: SettingRoubles })
    .refine(({ smallest }) => smallest > 0, { path: ['smallest'], error: 'нужна сумма больше нуля' })
    .refine(({ smallest, largest }) => smallest <= largest, { path: ['largest'], error: 'меньше, чем smallest' }),
  /** Minimum days between two changes of plan of one service; 0 means no limit. */
  plan_change: z.strictObject({ days_between: z.int().min(0) }).default({ days_between: 0 }),
  /** How many days before a price rises clients must have been told; the law demands ten. */
  price_change: z.strictObject({ notice_days: z.int().min(1).max(365) }).default({ notice_days: 10 }),
  suspension: SuspensionTerms.optional(),
  /** Terms of support. */
  support: SupportTerms,
  /** Consents that a client can see, give and withdraw, in the order of the list. */
  consents: z.array(ConsentTerms).max(20).refine(areUnlike('name'), { error: 'два согласия с одним name' }).default([]),
  /** Servers that clients measure their speed against (`npm run speed`), in the order of the list. */
  speed_servers: z.array(SpeedServer).refine(areUnlike('id'), { error: 'два узла с одним id' }).default([]),
  /** Text messages with codes. */
  codes: z
    .strictObject({
      /** For signed-in clients of the whole system; strangers who want a new password have half as many of their own. */
      an_hour: z.int().min(10).optional(),
    })
    .default({}),
  second_person: SecondPersonTerms,
  accounting: AccountingTerms,
  events: EventTerms,
  /** Whether a service is closed for an hour when its password is being guessed. */
  lock_guessed_logins: z.boolean().default(false),
  mail: MailTerms.default({ kept_days: 30, aliases: 5 }),
  promised_payment: z.partialRecord(z.enum(['i', 't']), PromisedPaymentTerms).default({}),
});

export type Provider = z.output<typeof ProviderFile>;

/** Reads the operator's settings; the error names an invalid setting. */
export const readProvider = (path: string | URL): Promise<Provider> =>
  readSettingsFile('KABINET_PROVIDER', path, ProviderFile);
