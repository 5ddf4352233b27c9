import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#db/database.ts';
import { builtInOutside } from '#outside/outside.ts';
import type { Outside } from '#outside/port.ts';
import { fromRoot, type Config } from './config.ts';

/**
 * The outside systems that the settings name: the same for the portal and for the operator's command line. `isDemo`: the
 * database holds the demo provider.
 */
export async function connectOutside(config: Config, db: Database, isDemo: boolean): Promise<Outside> {
  if (config.ACQUIRER === 'sandbox' && !isDemo) {
    throw new Error('настройка ACQUIRER неверна: учебный банк бывает только с демонстрационными данными');
  }
  const data = fromRoot(config.KABINET_DATA);
  return builtInOutside({
    db,
    isDemo: isDemo && config.ACQUIRER !== 'absent',
    ...(config.acquirer && { acquirer: config.acquirer }),
    ...(config.atol && { atol: config.atol }),
    publicUrl: config.PUBLIC_URL,
    secret: config.SANDBOX_SECRET ?? (await ownSecret(data, 'sandbox-secret')),
    serviceKey: config.SERVICE_SECRET_KEY ?? (await ownSecret(data, 'service-secret-key')),
    mailFolder: join(data, 'mail'),
  });
}

/** Whether the database holds the demo provider. */
export async function holdsDemo({ pool }: Database): Promise<boolean> {
  const { rowCount } = await pool.query('select 1 from contract where contract_id between 100001 and 100005');
  return rowCount === 5;
}

/** A secret made once and kept beside the data, so that it survives a restart. */
async function ownSecret(data: string, name: string): Promise<string> {
  const file = join(data, name);
  await mkdir(data, { recursive: true });
  await writeFile(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 }).catch(() => undefined);
  return readFile(file, 'utf8');
}
