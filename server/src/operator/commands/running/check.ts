import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { refusalOfFolder } from '#server/db/embedded/place.ts';
import { readPaymentAgents } from '#server/domain/payments/payment-agents/payment-agent.ts';
import { readProvider } from '#server/kernel/provider.ts';
import { fromRoot, judgeConfig, type Config, type Variables } from '../../../config/config.ts';
import { filesOfSystems, secretsOf } from '../../../connect.ts';
import type { BareCommand, Say } from '../../command.ts';
import { lookAtSystems } from './check-systems.ts';
import { wrongInDatabase, type Sentences } from './check-database.ts';

export const checkCommand: BareCommand = {
  words: 'check',
  help: 'проверить настройки, файлы, базу и ключ, ничего не меняя',
  run: (say, settings) => check(settings, say),
};

/** Prints every reason why the portal would not start, each in a sentence that names its setting. Changes nothing. */
async function check(environment: Variables, say: Say): Promise<number> {
  const { config, sentences } = judgeConfig(environment);
  const isAddressWrong = environment['DATABASE_URL'] !== config.DATABASE_URL;
  const found: Sentences = [
    ...sentences,
    await reasonOf(() => readProvider(config.providerFile)),
    await reasonOf(() => readPaymentAgents(config.KABINET_PAYMENT_AGENTS)),
    ...(await Promise.all(filesOfSystems(config).map(reasonOf))),
    ...(await wrongInFolder(config, { isAddressWrong, say })),
  ];
  const wrong = [...new Set(found.filter((sentence) => sentence !== undefined))];
  const { absent, silent } = await lookAtSystems(config);
  const isWhole = absent.length === 0 && silent.length === 0;
  if (wrong.length === 0) say(`${isWhole ? 'Всё верно' : 'Кабинет запустится'}: ${summary(config)}`);
  sayList(say, 'Кабинет не запустится, исправьте:', wrong);
  sayList(say, 'Не отвечают:', silent);
  sayList(say, 'Не подключено, и вот что из этого следует:', absent);
  if (config.messaging.telegram) say(LAW);
  if (!config.isDemo) await sayAlone(config, say);
  return wrong.length === 0 && silent.length === 0 ? 0 : 1;
}

function sayList(say: Say, title: string, lines: readonly string[]): void {
  if (lines.length > 0) say([title, ...lines.map((line) => `— ${line}`)].join('\n'));
}

const LAW =
  'TELEGRAM_BOT: закон № 41-ФЗ с 1 июня 2025 года запрещает операторам связи писать абонентам в иностранные мессенджеры. Покажите это решение юристу; MAX, СМС и почта разрешены';

/** Says that nobody of the staff needs a second person; of a wrong file another sentence tells. */
async function sayAlone({ providerFile }: Config, say: Say): Promise<void> {
  const provider = await readProvider(providerFile).catch(() => undefined);
  if (provider?.second_person.is_needed === false) say(ALONE);
  else if (provider?.second_person.for_rights === false) say(RIGHTS_ALONE);
}

const RIGHTS_ALONE =
  'Второй администратор выключен (second_person.for_rights в файле KABINET_PROVIDER): доступ к деньгам и к правам один администратор даёт сам';

const ALONE =
  'Второй человек выключен (second_person.is_needed в файле KABINET_PROVIDER): любой возврат и любую корректировку один сотрудник делает сам';

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

function summary({ isDemo, acquirer, atol, FISCAL }: Config): string {
  const bank = acquirer?.bank ?? (isDemo ? 'учебный' : 'не подключён');
  const register = atol ? 'АТОЛ Онлайн' : isDemo ? 'учебная' : FISCAL === 'none' ? 'чеки не здесь' : 'не подключена';
  return `${isDemo ? 'демо' : 'своя база'}, банк — ${bank}, касса — ${register}`;
}
