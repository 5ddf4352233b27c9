import { commandLine } from '#server/kernel/command-line.ts';
import { NEEDED_BY_COMMAND } from '#server/db/pools/connections.ts';
import { refusalOfAddresses } from '#server/db/reach.ts';
import { bringSchemaUpToDate } from '#server/db/schema-state.ts';
import { readConfig, type Variables } from '../../../config/config.ts';
import type { BareCommand, Say } from '../../command.ts';

export const migrateCommand: BareCommand = {
  words: 'migrate',
  help: 'обновить базу по адресу владельца из MIGRATION_DATABASE_URL и выдать права роли, от которой работает кабинет',
  run: (say, settings) => migrateNow(settings, say),
};

async function migrateNow(settings: Variables, say: Say): Promise<number> {
  const {
    DATABASE_URL: url,
    DATABASE_SESSION_URL: sessionUrl,
    MIGRATION_DATABASE_URL: ownerUrl,
  } = readConfig(settings);
  if (url === undefined) {
    say('Встроенную базу данных обновляет сам запуск');
    return 0;
  }
  const refusal = await refusalOfAddresses({ url, sessionUrl }, NEEDED_BY_COMMAND);
  if (refusal !== undefined) throw new Error(refusal);
  await bringSchemaUpToDate({ url: sessionUrl ?? url, ownerUrl, commandLine }, say);
  say(ownerUrl === undefined ? 'База данных обновлена' : 'База данных обновлена, права роли из DATABASE_URL выданы');
  return 0;
}
