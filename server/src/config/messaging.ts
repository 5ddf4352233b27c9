import { z } from 'zod';
import type { MessagingSettings } from '#server/integrations/outside.ts';

const EMPTY = 'значение пустое';
const Text = z.string().min(1, EMPTY).optional();
const url = (normal: string) =>
  z
    .url({ protocol: /^https?$/, error: `нужен адрес вида ${normal}` })
    .transform((text) => text.replace(/\/+$/, ''))
    .default(normal);
const Secret = z
  .string()
  .regex(/^[\w-]{16,256}$/, 'нужно от 16 до 256 латинских букв, цифр, знаков _ и -')
  .optional();

/** The variables of mail, text messages and bots. Channels that are not set stay built in. */
export const MessagingVariables = {
  /** `smtp://user:password@host:587` or `smtps://…` */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'нужен адрес вида smtp://host:587' }).optional(),
  /** The sender of letters: `Волга Телеком <help@volga.example>`. */
  SMTP_FROM: Text,
  SMSC_URL: url('https://smsc.ru'),
  /** Tried if the first does not answer. */
  SMSC_FALLBACK_URL: url('https://www2.smsc.ru'),
  SMSC_LOGIN: Text,
  SMSC_PASSWORD: Text,
  SMSC_SENDER: Text,
  /** The secret phrase of SMSC's calls about delivered messages. */
  SMSC_REPORT_SECRET: Secret,
  /** `smpp://host:2775` or `smpps://…`: asked before SMSC. */
  SMPP_URL: z.url({ protocol: /^smpps?$/, error: 'нужен адрес вида smpp://host:2775' }).optional(),
  SMPP_LOGIN: Text,
  SMPP_PASSWORD: Text,
  SMPP_SENDER: Text,
  TELEGRAM_URL: url('https://api.telegram.org'),
  TELEGRAM_BOT: Text,
  TELEGRAM_TOKEN: Text,
  TELEGRAM_SECRET: Secret,
  MAX_URL: url('https://platform-api2.max.ru'),
  MAX_BOT: Text,
  MAX_TOKEN: Text,
  MAX_SECRET: Secret,
  /** Switches notices in browsers on: the contact that a push service uses if something is wrong. */
  WEB_PUSH_CONTACT: z
    .string()
    .regex(/^(mailto:\S+@\S+|https:\/\/\S+)$/, 'нужен адрес вида mailto:admin@example.ru или https://example.ru')
    .optional(),
  /** The key of all processes of a database; without it one is made beside the data. */
  WEB_PUSH_KEY: z
    .string()
    .regex(/^[\da-f]{64}$/i, 'нужны 64 шестнадцатеричные цифры')
    .optional(),
};

type Variables = z.output<z.ZodObject<typeof MessagingVariables>>;

/** Variables that must be set together. */
export const MESSAGING_GROUPS = [
  ['SMTP_URL', 'SMTP_FROM'],
  ['SMSC_LOGIN', 'SMSC_PASSWORD'],
  ['SMPP_URL', 'SMPP_LOGIN', 'SMPP_PASSWORD', 'SMPP_SENDER'],
  ['TELEGRAM_BOT', 'TELEGRAM_TOKEN', 'TELEGRAM_SECRET'],
  ['MAX_BOT', 'MAX_TOKEN', 'MAX_SECRET'],
] as const satisfies readonly (readonly (keyof Variables)[])[];

/** The real systems that the variables name; refusals.ts has already refused missing values. */
export const messagingSettings = (given: Variables): MessagingSettings => ({
  ...smtpOf(given),
  ...smppOf(given),
  ...smscOf(given),
  ...(bot(given.TELEGRAM_BOT, given.TELEGRAM_TOKEN, given.TELEGRAM_SECRET, given.TELEGRAM_URL, 'telegram') ?? {}),
  ...(bot(given.MAX_BOT, given.MAX_TOKEN, given.MAX_SECRET, given.MAX_URL, 'max') ?? {}),
});

const smtpOf = ({ SMTP_URL: url, SMTP_FROM: from }: Variables): MessagingSettings =>
  url !== undefined && from !== undefined ? { smtp: { url, from } } : {};

function smppOf(given: Variables): MessagingSettings {
  const { SMPP_URL: url, SMPP_LOGIN: login, SMPP_PASSWORD: password, SMPP_SENDER: sender } = given;
  if (url === undefined || login === undefined || password === undefined || sender === undefined) return {};
  return { smpp: { url, login, password, sender } };
}

function smscOf(given: Variables): MessagingSettings {
  const { SMSC_LOGIN: login, SMSC_PASSWORD: password, SMSC_SENDER: sender } = given;
  if (login === undefined || password === undefined) return {};
  const { SMSC_REPORT_SECRET: reportSecret } = given;
  const account = {
    login,
    password,
    ...(sender !== undefined && { sender }),
    ...(reportSecret !== undefined && { reportSecret }),
  };
  return { sms: [given.SMSC_URL, given.SMSC_FALLBACK_URL].map((url) => ({ url, ...account })) };
}

const bot = (
  name: string | undefined,
  token: string | undefined,
  secret: string | undefined,
  url: string,
  messenger: 'telegram' | 'max',
): MessagingSettings | undefined =>
  name !== undefined && token !== undefined && secret !== undefined
    ? { [messenger]: { bot: name, token, secret, url } }
    : undefined;
