import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#db/database.ts';
import { holdsDemo, isEmpty, seedCompanyHistory, seedDemo } from '../seeds/demo.ts';
import type { World } from '#kernel/world.ts';

/** Why the settings and the database do not agree about the demo; undefined where they do. Only the mark makes a demo. */
export async function refusalOfDemo({ pool }: Database, { isDemo }: { isDemo: boolean }): Promise<string | undefined> {
  const isMarked = await holdsDemo(pool);
  if (isDemo === isMarked) return undefined;
  if (!isDemo) {
    return 'настройка KABINET_DEMO неверна: в базе лежит демо, пароль которого известен всем; задайте KABINET_DEMO=on, а для своих абонентов укажите другую базу в DATABASE_URL';
  }
  if (await isEmpty(pool)) return undefined;
  return 'настройка KABINET_DEMO неверна: в базе есть данные, но нет отметки о загрузке демо; для своей базы задайте KABINET_DEMO=off, а для демо, в том числе загруженного прежней версией, укажите пустую папку в KABINET_DATA или пустую базу в DATABASE_URL';
}

/** Fills an empty database with the demo where it is wanted; refuses where the database holds something else. */
export async function prepareDemo(
  db: Database,
  { isDemo, now, say }: { isDemo: boolean; now: Date; say: (line: string) => void },
): Promise<void> {
  const refusal = await refusalOfDemo(db, { isDemo });
  if (refusal !== undefined) throw new Error(refusal);
  if (!isDemo || (await holdsDemo(db.pool))) return;
  say('Загружаю демонстрационного провайдера…');
  await seedDemo(db.pool, { now, company: 'later' });
}

const RETRY_MS = 10_000;

interface Filling {
  readonly signal: AbortSignal;
  /** Milliseconds from a failure to the next try. */
  readonly retryAfter?: number;
}

/**
 * Fills the months of the demo's company while the portal serves already. Whatever fails is logged and tried again, and what is
 * left at the end of the process is filled after the next start.
 */
export async function fillDemoHistory(
  { db, clock, log }: Pick<World, 'db' | 'clock' | 'log'>,
  { signal, retryAfter = RETRY_MS }: Filling,
): Promise<void> {
  for (;;) {
    const failure = await seedCompanyHistory(db.pool, { now: clock.now(), signal }).catch(asError);
    if (!failure || signal.aborted) return;
    log.error({ err: failure }, 'history of the demo not filled yet');
    await pause(retryAfter, undefined, { signal }).catch(() => undefined);
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
