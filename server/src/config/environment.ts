import { isIP, isIPv4, isIPv6 } from 'node:net';
import { z } from 'zod';
import { isStaffKey } from '#server/domain/staff/keys/staff-key.rules.ts';
import { isNetwork } from '#server/domain/staff/keys/networks.ts';
import { AcquirerVariables } from './acquirer.ts';
import { BillingViewsVariables } from './billing-views.ts';
import { MailServerVariables } from './mail-server.ts';
import { FiscalVariables } from './fiscal.ts';
import { FilesVariables } from './files.ts';
import { HelpDeskVariables } from './help-desk.ts';
import { OpenIdVariables } from './openid.ts';
import { NetworkLoadVariables } from './network-load.ts';
import { NetworkSystemVariables } from './network-system.ts';
import { MessagingVariables } from './messaging.ts';
import { TvVariables } from './tv.ts';

const whole = (words: string, most: number) => z.coerce.number(words).pipe(z.int(words).min(1, words).max(most, words));
const Port = whole('нужно целое число от 1 до 65535', 65_535);
const Flag = z.enum(['on', 'off'], 'нужно on или off').transform((word) => word === 'on');
const DatabaseUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'нужен адрес вида postgresql://user:password@host:5432/database',
});
const File = z.string().min(1, 'нужно имя файла');

/** `10.0.0.0/8`, an address, or one of the words that Fastify knows. */
function isProxy(text: string): boolean {
  const [address = '', bits = '0', ...rest] = text.split('/');
  const most = isIPv4(address) ? 32 : 128;
  const isNetwork = isIP(address) !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most;
  return isNetwork || ['loopback', 'linklocal', 'uniquelocal'].includes(text);
}

const Proxies = z
  .string()
  .transform((list) => list.split(',').flatMap((one) => one.trim() || []))
  .refine((list) => list.every(isProxy), 'нужны адреса или сети через запятую: 127.0.0.1, 10.0.0.0/8');

const StaffNetworks = z
  .string()
  .transform((list) => list.split(',').flatMap((one) => one.trim() || []))
  .refine((list) => list.every(isNetwork), 'нужны адреса или сети через запятую: 10.0.0.0/8, 192.0.2.10');

const ListenPlace = z
  .string()
  .regex(/^(?:\[[0-9a-f:]+\]|[a-z0-9.-]+):[0-9]{1,5}$/i, 'нужны адрес и порт: 10.0.0.1:8085')
  .transform((text) => {
    const at = text.lastIndexOf(':');
    return { host: text.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(text.slice(at + 1)) };
  })
  .refine(({ port }) => port > 0 && port < 65_536, 'порт от 1 до 65535');

/** All environment variables that the server reads. */
export const Environment = z.object({
  HOST: z.string().min(1, 'нужен адрес этой машины').default('127.0.0.1'),
  PORT: Port.default(8080),
  /** The portal's address for browsers; https, or http on this machine only, because the cookies require it. */
  PUBLIC_URL: z.url('нужен адрес вида https://lk.example.ru').optional(),
  /** A PostgreSQL server, 15 or newer, instead of the embedded one. */
  DATABASE_URL: DatabaseUrl.optional(),
  /** The same database at an address that keeps sessions, if the first one is that of a pooler by transactions. */
  DATABASE_SESSION_URL: DatabaseUrl.optional(),
  /** The same database by the role that owns its tables, if another one runs the portal. */
  MIGRATION_DATABASE_URL: DatabaseUrl.optional(),
  /** The same database on a server that follows the first one, for history, documents and reports. */
  DATABASE_READ_URL: DatabaseUrl.optional(),
  KABINET_DATA: z.string().min(1, 'нужно имя папки').default('.data'),
  /** The operator's name, look, contacts and terms; without it the demo uses its example. */
  KABINET_PROVIDER: File.optional(),
  /** Banks and terminals that send payments by calling us, with their secrets: a JSON file. */
  KABINET_PAYMENT_AGENTS: File.optional(),
  /** The former name of the previous setting. It is refused, because ignoring it would silently close the gateway of the banks. */
  KABINET_TELLERS: z.undefined({ error: 'теперь она называется KABINET_PAYMENT_AGENTS' }).optional(),
  /** Whether to fill an empty database with the demo and to serve it; by default only in the embedded database. */
  KABINET_DEMO: Flag.optional(),
  /** Whether the API documentation is served at /api/docs and /api/v2/openapi.json. */
  API_DOCS: Flag.default(true),
  /** Whether the cabinet keeps its files in browsers and opens without a network; `off` makes browsers forget them. */
  OFFLINE: Flag.default(true),
  /** Whether this process runs jobs, too. */
  KABINET_WORKER: Flag.default(true),
  /** Whether to stay up, not ready, for five seconds on shutdown, so that a load balancer removes the process. */
  BEHIND_BALANCER: Flag.default(false),
  /** Maximum requests of one client in ten seconds; in a minute four times as many. */
  BURST: whole('нужно целое число от 1 до 1000000000', 1_000_000_000).default(50),
  /** Where metrics are served: on this machine only, unless a container needs them outside. */
  METRICS_HOST: z.string().min(1, 'нужен адрес этой машины').default('127.0.0.1'),
  METRICS_PORT: Port.default(9464),
  /** Where the requests of debtors' lines arrive, before any translation of addresses. */
  LINE_LISTEN: ListenPlace.optional(),
  TRUSTED_PROXIES: Proxies.default([]),
  /** An address of its own for the staff's pages and calls; the cabinet has none of them then. Also https, or http on this machine. */
  STAFF_URL: z.url('нужен адрес вида https://staff.example.ru').optional(),
  /** Where the people of the staff may work from; without it from anywhere. */
  STAFF_NETWORKS: StaffNetworks.default([]),
  /** Where the head of the audit trail is kept each day, outside the database. */
  AUDIT_ANCHOR_FILE: File.optional(),
  /** Of the command line alone: the portal whose staff it works for, instead of the database of this machine. */
  KABINET_URL: z.url('нужен адрес вида https://lk.example.ru').optional(),
  /** The key of a program, by which it works there. */
  KABINET_KEY: z.string().refine(isStaffKey, 'нужен ключ вида kabinetstaff_…, его даёт keys add').optional(),
  /** Of the command line alone: what it is called here. */
  KABINET_COMMAND: z.string().min(1, 'нужно имя команды').optional(),
  ...AcquirerVariables,
  ...FiscalVariables,
  ...FilesVariables,
  ...HelpDeskVariables,
  ...OpenIdVariables,
  ...MessagingVariables,
  /** The SIP exchange; without it the states of SIP lines are only recorded. */
  KABINET_SIP: z.literal('kamailio', 'нужно kamailio или ничего').optional(),
  /** Who lets clients of the internet in; without it that is only recorded. */
  KABINET_INTERNET: z.literal('freeradius', 'нужно freeradius или ничего').optional(),
  ...NetworkSystemVariables,
  ...TvVariables,
  ...MailServerVariables,
  ...NetworkLoadVariables,
  ...BillingViewsVariables,
  /** Signs the notifications of the sandbox bank. */
  SANDBOX_SECRET: z.string().min(16, 'нужно не меньше 16 знаков').optional(),
  /** Seals the passwords of services: the same for all processes of a database; without it they cannot be read. */
  SERVICE_SECRET_KEY: z
    .string()
    .regex(/^[\da-f]{64}$/i, 'нужны 64 шестнадцатеричные цифры')
    .optional(),
  /** Admits clients to the measuring servers of the provider's file, which know it, too. */
  SPEED_SECRET: z.string().min(32, 'нужно не меньше 32 знаков').optional(),
  /** By default a terminal shows only warnings and errors; a log collector gets every request. */
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'], 'нужно silent, error, warn, info или debug')
    .default(process.stdout.isTTY ? 'warn' : 'info'),
});

export type EnvironmentSettings = z.output<typeof Environment>;

/** The demo is on by default only in the embedded database; elsewhere it must be requested. */
export const isDemoIn = ({ KABINET_DEMO, DATABASE_URL }: EnvironmentSettings): boolean =>
  KABINET_DEMO ?? DATABASE_URL === undefined;

/** The portal's address for browsers. */
export const publicUrlOf = ({ PUBLIC_URL, HOST, PORT }: EnvironmentSettings): string =>
  PUBLIC_URL ?? `http://${reachable(HOST)}:${PORT}`;

function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return isIPv6(host) ? `[${host}]` : host;
}
