import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { AcquirerSettings } from '#outside/acquirer/settings.ts';
import { acquirerSettings, AcquirerVariables } from './config-acquirer.ts';
import { atolSettings, FiscalVariables } from './config-fiscal.ts';
import type { AtolSettings } from '#outside/fiscal/atol.ts';

const Port = z.coerce.number().int().min(1).max(65_535);
const Flag = z.enum(['on', 'off']).transform((word) => word === 'on');

const Environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: Port.default(8080),
  /** Where browsers reach the portal; https, or http on this machine alone: the cookies demand it. */
  PUBLIC_URL: z.url().optional(),
  /** A PostgreSQL server, 15 or newer, instead of the embedded one. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  KABINET_DATA: z.string().default('.data'),
  KABINET_PROVIDER: z.string().optional(),
  /** Banks and terminals that bring payments themselves, with their secrets: a JSON file. */
  KABINET_TELLERS: z.string().optional(),
  /** Demo data in an empty database. */
  KABINET_DEMO: Flag.default(true),
  /** Whether this process carries out jobs, too. */
  KABINET_WORKER: Flag.default(true),
  /** Whether to stay up, not ready, for five seconds when told to end, so that a balancer takes the process out. */
  BEHIND_BALANCER: Flag.default(false),
  /** Most requests of one client in ten seconds, and a quarter of the most in a minute. */
  BURST: z.coerce.number().int().positive().default(50),
  METRICS_PORT: Port.default(9464),
  TRUSTED_PROXIES: z.string().default(''),
  ...AcquirerVariables,
  ...FiscalVariables,
  /** Signs the notifications of the sandbox bank. */
  SANDBOX_SECRET: z.string().min(16).optional(),
  /** Seals the passwords of services: one for all processes of a database; without it they cannot be read. */
  SERVICE_SECRET_KEY: z
    .string()
    .regex(/^[\da-f]{64}$/i, 'нужны 64 шестнадцатеричные цифры')
    .optional(),
  /** A person at a terminal is told of trouble only; a log collector of every request. */
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default(process.stdout.isTTY ? 'warn' : 'info'),
});

export type Config = z.output<typeof Environment> & {
  readonly PUBLIC_URL: string;
  /** The real bank that takes payments, if any. */
  readonly acquirer: AcquirerSettings | undefined;
  /** The real cash register, if any. */
  readonly atol: AtolSettings | undefined;
};

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const fromRoot = (path: string): string => resolve(ROOT, path);

/** The settings of the environment; the first wrong one is told in one sentence. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) throw new Error(whatIsWrong(parsed.error));
  const { HOST, PORT, PUBLIC_URL = `http://${HOST === '0.0.0.0' ? '127.0.0.1' : HOST}:${PORT}` } = parsed.data;
  if (!isSafe(new URL(PUBLIC_URL))) {
    throw new Error(
      `настройка PUBLIC_URL неверна: ${PUBLIC_URL} должен начинаться с https://, иначе браузеры не отправят cookie сеанса`,
    );
  }
  return { ...parsed.data, PUBLIC_URL, acquirer: acquirerSettings(parsed.data), atol: atolSettings(parsed.data) };
}

function whatIsWrong(error: z.ZodError): string {
  const issue = error.issues[0];
  return `настройка ${issue?.path.join('.') ?? ''} неверна: ${issue?.message ?? ''}`;
}

const isSafe = (url: URL) => url.protocol === 'https:' || ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
