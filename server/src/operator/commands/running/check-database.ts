import { commandLine } from '#server/kernel/command-line.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dayIn } from '@kabinet/contract/kernel/day';
import { openDatabase, type Database } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded/launcher.ts';
import { guardsThatMayFall } from '#server/db/guards.ts';
import { compareMigrations } from '#server/db/migrate.ts';
import { refusalOfAddresses, refusalOfOwner } from '#server/db/reach.ts';
import { roleOf } from '#server/db/running-role.ts';
import { mayMigrate, tooOld } from '#server/db/schema-state.ts';
import { tryStandby } from '#server/db/standby/trial.ts';
import { agreedBeside, NIGHTS_NEEDED } from '#server/domain/billing-run/shadow/nights.ts';
import { holdOf } from '#server/domain/billing/charging/hold.queries.ts';
import { namedSources } from '#server/domain/billing/charging/source.queries.ts';
import { readingState } from '#server/domain/changes/outside/views/reading.queries.ts';
import { keyState, OTHER_KEY } from '#server/domain/services/access/service-key.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { readProvider } from '#server/kernel/provider.ts';
import { keyVault } from '#server/integrations/vault/key-vault.ts';
import { fromRoot, type Config } from '../../../config/config.ts';
import { secretsOf } from '../../../connect.ts';
import { refusalOfDemo } from '../../../prepare-demo.ts';
import type { Say } from '../../command.ts';
import { agreedText } from '../money/shadow.ts';
import { holdText, sourceLines } from '../money/charging-source.ts';
import { readingLines } from '../money/charging.ts';

export type Sentences = readonly (string | undefined)[];

/** Why the portal would not start on its database; says what else is worth knowing of it. */
export async function wrongInDatabase(config: Config, say: Say): Promise<Sentences> {
  const { DATABASE_URL: url } = config;
  return url === undefined ? wrongInEmbedded(config, say) : wrongInServer({ ...config, url }, say);
}

/** A server of the provider's own, by each of its roles. */
async function wrongInServer(config: Config & { readonly url: string }, say: Say): Promise<Sentences> {
  const { url, DATABASE_SESSION_URL: sessionUrl, MIGRATION_DATABASE_URL: ownerUrl } = config;
  const refusals = [await refusalOfAddresses({ url, sessionUrl }), ownerUrl && (await refusalOfOwner(ownerUrl))];
  if (refusals.some(Boolean)) return refusals;
  const address = sessionUrl ?? url;
  const wrong = [...(await lookInto(address, config, say)), ...(await wrongInStandby(config, say))];
  if (wrong.length === 0 && !config.isDemo) await sayGuards(address, say);
  return wrong;
}

async function wrongInStandby({ url, DATABASE_READ_URL: standbyUrl }: Config & { readonly url: string }, say: Say) {
  if (standbyUrl === undefined) return [];
  const { refusal, warning } = await tryStandby(standbyUrl, url);
  if (warning !== undefined) say(warning);
  return refusal === undefined ? [] : [refusal];
}

async function wrongInEmbedded(config: Config, say: Say): Promise<Sentences> {
  const dataDir = fromRoot(config.KABINET_DATA);
  if (!existsSync(join(dataDir, 'postgres'))) {
    say('Встроенной базы данных ещё нет, её создаст первый запуск');
    return [];
  }
  const embedded = await startEmbedded({ dataDir }).catch((error: unknown) => error as Error);
  if (embedded instanceof Error) {
    const { message } = embedded;
    return [message.includes('KABINET_DATA') ? message : `настройка KABINET_DATA неверна: ${message}`];
  }
  try {
    return await lookInto(embedded.url, config, say);
  } finally {
    await embedded.stop();
  }
}

async function lookInto(url: string, config: Config, say: Say): Promise<string[]> {
  const db = openDatabase(url, { connections: 1, readers: 1, patience: 10_000 });
  try {
    const { missing, unknown, isEmpty } = await compareMigrations(db.pool);
    if (unknown.length > 0) {
      const steps = `в ней есть ${unknown.join(', ')}`;
      if (missing.length > 0) return [`база данных от другой версии программы, ${steps}: запустите ту версию`];
      say(
        `База данных новее программы, ${steps}. Так возвращаются на предыдущую версию: она запустится; на более раннюю не возвращайтесь`,
      );
    }
    if (missing.length > 0) return await wrongInOld(url, isEmpty ? 'empty' : missing.length, config, say);
    await sayHold(db, config, say);
    const wrong = [await refusalOfDemo(db, config), await refusalOfKey(db, config)];
    return wrong.filter((sentence) => sentence !== undefined);
  } finally {
    await db.close();
  }
}

/** A database that is to be migrated: by the start, or by somebody else before it. */
async function wrongInOld(url: string, steps: number | 'empty', config: Config, say: Say): Promise<string[]> {
  if (config.MIGRATION_DATABASE_URL === undefined && !(await mayMigrate(url))) return [tooOld(steps, commandLine)];
  say(
    steps === 'empty'
      ? 'База данных пуста, таблицы создаст первый запуск'
      : `При запуске база данных обновится, шагов: ${steps}; ключ и отметку демо проверит запуск`,
  );
  return [];
}

const IDLE_VIEWS =
  'База другой расчётной системы не читается: начисляет сам кабинет. Назвать другую систему — charge external';

/** While we charge, the views of another billing are not read. */
const idleLines = (billingUrl: string | undefined, agreed: number | undefined): string[] =>
  billingUrl !== undefined && agreed === undefined ? [IDLE_VIEWS] : [];

/** Says that charging is on hold; of a wrong file of the provider another sentence tells. */
async function sayHold(
  db: Database,
  { providerFile, isDemo, BILLING_DATABASE_URL: billingUrl }: Config,
  say: Say,
): Promise<void> {
  const provider = await readProvider(providerFile).catch(() => undefined);
  if (!provider || isDemo) return;
  const today = dayIn(provider.time_zone, systemClock.now());
  const [hold, agreed, reading, sources] = await db.read(
    async (tx) =>
      [await holdOf(tx, today), await agreedBeside(tx), await readingState(tx), await namedSources(tx)] as const,
  );
  if (hold) say(holdText(hold.until, hold.is_external));
  for (const line of sourceLines(sources)) say(line);
  if (agreed !== undefined) say(agreedText(agreed, NIGHTS_NEEDED));
  for (const line of reading ? readingLines(reading) : idleLines(billingUrl, agreed)) say(line);
}

async function refusalOfKey(db: Database, config: Config): Promise<string | undefined> {
  const key = await secretsOf(config)
    .serviceKey.read()
    .catch(() => undefined);
  if (key === undefined) return undefined;
  const state = await db.read((tx) => keyState(tx, keyVault(key)));
  return state === 'other' ? OTHER_KEY : undefined;
}

/** Says what the role that runs the portal could do to the audit and the books. */
async function sayGuards(url: string, say: Say): Promise<void> {
  const may = await guardsThatMayFall(url);
  if (may.length === 0) return;
  say(
    `ВНИМАНИЕ: журнал операторов и книги не защищены от самого кабинета: роль ${await roleOf(url)} из DATABASE_URL может ${may.join(', ')}. Заведите роль, которая только работает: docs/database.md`,
  );
}
