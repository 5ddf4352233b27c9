import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { Database } from '#server/db/database.ts';
import { sealHashes } from '#server/domain/services/access/seal-hashes.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import { lacksHistory } from '../seeds/contracts/company-history.ts';
import { holdsDemo, isEmpty } from '../seeds/demo.ts';
import { SERVICE_PASSWORD } from '../seeds/people/password.ts';
import type { DemoThreadData } from './demo-thread.ts';

/** Why the settings and the database disagree about the demo; undefined if they agree. Only the mark makes a demo. */
export async function refusalOfDemo({ pool }: Database, { isDemo }: { isDemo: boolean }): Promise<string | undefined> {
  const isMarked = await holdsDemo(pool);
  if (isDemo === isMarked) return undefined;
  if (!isDemo) {
    return 'настройка KABINET_DEMO неверна: в базе лежит демо, пароль которого известен всем; задайте KABINET_DEMO=on, а для своих абонентов укажите другую базу в DATABASE_URL';
  }
  if (await isEmpty(pool)) return undefined;
  return 'настройка KABINET_DEMO неверна: в базе есть данные, но нет отметки о загрузке демо; для своей базы задайте KABINET_DEMO=off, а для демо, в том числе загруженного прежней версией, укажите пустую папку в KABINET_DATA или пустую базу в DATABASE_URL';
}

/** RADIUS needs the passwords themselves. */
export const sealDemoPasswords = (db: Database, vault: Vault): Promise<void> => sealHashes(db, vault, SERVICE_PASSWORD);

interface DemoPreparation {
  readonly url: string;
  readonly isDemo: boolean;
  readonly say: (line: string) => void;
  readonly log: Logger;
}

/** The thread that loads the demo. */
interface DemoThread {
  /** Starts to fill in the history of the demo's company in the background; a failure is only logged. */
  fillHistory(): void;
  /** Ends the thread at once; the next start continues the history. */
  end(): Promise<void>;
}

/** Fills an empty database with the demo if configured; refuses a database that holds something else. */
export async function prepareDemo(
  db: Database,
  { url, isDemo, say, log }: DemoPreparation,
): Promise<DemoThread | undefined> {
  const refusal = await refusalOfDemo(db, { isDemo });
  if (refusal !== undefined) throw new Error(refusal);
  if (!isDemo) return undefined;
  const workerData: DemoThreadData = { url, logLevel: log.level };
  const begin = () => new Worker(new URL('./demo-thread.ts', import.meta.url), { workerData });
  const fail = (err: unknown) => {
    log.error({ err }, 'history of the demo not filled');
  };
  let thread: Worker | undefined;
  let isEnding = false;
  if (!(await holdsDemo(db.pool))) {
    say('Загружаю демонстрационного провайдера…');
    thread = begin();
    await once(thread, 'message');
  }
  const fill = async (): Promise<void> => {
    // A thread loads all modules again, so it starts only if there is work.
    if (!thread && !(await lacksHistory(db.pool))) return;
    if (isEnding) return;
    thread ??= begin();
    thread.on('error', fail);
    thread.postMessage('fill');
  };
  return {
    fillHistory: () => void fill().catch(fail),
    end: async () => {
      isEnding = true;
      await thread?.terminate();
    },
  };
}
