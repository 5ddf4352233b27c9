import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dayIn } from '@kabinet/contract/kernel/day';
import { openDatabase, type Database } from '#db/database.ts';
import { startEmbedded } from '#db/embedded/launcher.ts';
import { refusalOfFolder } from '#db/embedded/place.ts';
import { compareMigrations } from '#db/migrate.ts';
import { refusalOfDatabase } from '#db/reach.ts';
import { holdOf } from '#domain/billing/charging/hold.queries.ts';
import { keyState, OTHER_KEY } from '#domain/services/access/service-key.ts';
import { readPaymentAgents } from '#domain/payments/payment-agents/payment-agent.ts';
import { systemClock } from '#kernel/clock.ts';
import { readProvider } from '#kernel/provider.ts';
import { keyVault } from '#integrations/vault/key-vault.ts';
import { fromRoot, judgeConfig, type Config, type Variables } from '../../config/config.ts';
import { secretsOf } from '../../connect.ts';
import { refusalOfDemo } from '../../prepare-demo.ts';
import type { BareCommand, Say } from '../command.ts';
import { holdText } from './charging.ts';

export const checkCommand: BareCommand = {
  words: 'check',
  help: 'проверить настройки, файлы, базу и ключ, ничего не меняя',
  run: (say, settings) => check(settings, say),
};

type Sentences = readonly (string | undefined)[];

/** Prints every reason why the portal would not start, each in a sentence that names its setting. Changes nothing. */
async function check(environment: Variables, say: Say): Promise<number> {
  const { config, sentences } = judgeConfig(environment);
  const isAddressWrong = environment['DATABASE_URL'] !== config.DATABASE_URL;
  const found: Sentences = [
    ...sentences,
    await reasonOf(() => readProvider(config.providerFile)),
    await reasonOf(() => readPaymentAgents(config.KABINET_PAYMENT_AGENTS)),
    ...(await wrongInFolder(config, { isAddressWrong, say })),
  ];
  const wrong = found.filter((sentence) => sentence !== undefined);
  if (wrong.length === 0) say(`Всё верно: ${summary(config)}`);
  else say(['Кабинет не запустится, исправьте:', ...wrong.map((sentence) => `— ${sentence}`)].join('\n'));
  if (config.messaging.telegram) say(LAW);
  return wrong.length === 0 ? 0 : 1;
}

const LAW =
  'TELEGRAM_BOT: закон № 41-ФЗ с 1 июня 2025 года запрещает операторам связи писать абонентам в иностранные мессенджеры. Покажите это решение юристу; MAX, СМС и почта разрешены';

/** The sentence of a refusal; undefined when there is none. */
const reasonOf = (work: () => Promise<unknown>): Promise<string | undefined> =>
  work().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

const wrongSecrets = (config: Config): Promise<Sentences> =>
  Promise.all(Object.values(secretsOf(config)).map(({ read }) => reasonOf(read)));

/** The folder of the data with its secrets, and the database; of a folder that is unfit nothing else needs to be said. */
async function wrongInFolder(config: Config, { isAddressWrong, say }: { isAddressWrong: boolean; say: Say }) {
  const dataDir = fromRoot(config.KABINET_DATA);
  const isNew = config.DATABASE_URL === undefined && !isAddressWrong && !existsSync(join(dataDir, 'postgres'));
  const refusal = isNew ? refusalOfFolder(dataDir) : undefined;
  if (refusal) return [refusal.message];
  return [...(await wrongSecrets(config)), ...(isAddressWrong ? [] : await wrongInDatabase(config, say))];
}

async function wrongInDatabase(config: Config, say: Say): Promise<Sentences> {
  if (config.DATABASE_URL !== undefined) {
    const refusal = await refusalOfDatabase(config.DATABASE_URL);
    return refusal === undefined ? lookInto(config.DATABASE_URL, config, say) : [refusal];
  }
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

async function lookInto(url: string, config: Config, say: Say): Promise<Sentences> {
  const db = openDatabase(url, { connections: 1, readers: 1, patience: 10_000 });
  try {
    const { missing, unknown } = await compareMigrations(db.pool);
    if (unknown.length > 0) {
      const steps = `в ней есть ${unknown.join(', ')}`;
      if (missing.length > 0) return [`база данных от другой версии программы, ${steps}: запустите ту версию`];
      say(
        `База данных новее программы, ${steps}. Так возвращаются на предыдущую версию: она запустится; на более раннюю не возвращайтесь`,
      );
    }
    if (missing.length > 0) {
      say(`При запуске база данных обновится, шагов: ${missing.length}; ключ и отметку демо проверит запуск`);
      return [];
    }
    await sayHold(db, config, say);
    return [await refusalOfDemo(db, config), await refusalOfKey(db, config)];
  } finally {
    await db.close();
  }
}

/** Says that charging is on hold; of a wrong file of the provider another sentence tells. */
async function sayHold(db: Database, { providerFile, isDemo }: Config, say: Say): Promise<void> {
  const provider = await readProvider(providerFile).catch(() => undefined);
  if (!provider || isDemo) return;
  const today = dayIn(provider.time_zone, systemClock.now());
  const hold = await db.read((tx) => holdOf(tx, today));
  if (hold) say(holdText(hold.until));
}

async function refusalOfKey(db: Database, config: Config): Promise<string | undefined> {
  const key = await secretsOf(config)
    .serviceKey.read()
    .catch(() => undefined);
  if (key === undefined) return undefined;
  const state = await db.read((tx) => keyState(tx, keyVault(key)));
  return state === 'other' ? OTHER_KEY : undefined;
}

function summary({ isDemo, acquirer, atol, FISCAL }: Config): string {
  const bank = acquirer?.bank ?? (isDemo ? 'учебный' : 'не подключён');
  const register = atol ? 'АТОЛ Онлайн' : isDemo ? 'учебная' : FISCAL === 'none' ? 'чеки не здесь' : 'не подключена';
  return `${isDemo ? 'демо' : 'своя база'}, банк — ${bank}, касса — ${register}`;
}
