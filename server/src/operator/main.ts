import { openDatabase } from '#db/database.ts';
import { startEmbedded } from '#db/embedded/launcher.ts';
import { readTellers } from '#domain/teller/teller.ts';
import { systemClock } from '#kernel/clock.ts';
import { readProvider } from '#kernel/provider.ts';
import { fromRoot, readConfig } from '../config.ts';
import { connectOutside, holdsDemo } from '../connect.ts';
import { openLog } from '../log.ts';
import { runCommand } from './operator.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** PostgreSQL's «undefined table». */
const NO_TABLE = '42P01';

const endings: (() => Promise<void>)[] = [];

/** Joins the database of a running portal, or starts the embedded one for as long as the command takes. */
async function openTools() {
  const config = readConfig(process.env);
  const [provider, tellers] = await Promise.all([
    readProvider(config.KABINET_PROVIDER ?? fromRoot('server/seeds/provider.json')),
    readTellers(config.KABINET_TELLERS),
  ]);
  const dataDir = fromRoot(config.KABINET_DATA);
  const embedded = config.DATABASE_URL === undefined ? await startEmbedded({ dataDir }) : undefined;
  if (embedded) endings.push(() => embedded.stop());
  const db = openDatabase(config.DATABASE_URL ?? embedded?.url ?? '', { connections: 2, readers: 2, patience: 10_000 });
  endings.push(() => db.close());
  const { acquirer } = await connectOutside(config, db, config.KABINET_DEMO && (await holdsDemo(db)));
  return { db, now: systemClock.now(), clock: systemClock, log: openLog('warn'), provider, acquirer, tellers, say };
}

function reasonOf(error: unknown): string {
  if ((error as { code?: string }).code === NO_TABLE) return 'база данных пуста, сначала запустите кабинет';
  return error instanceof Error ? error.message : String(error);
}

try {
  process.exitCode = await runCommand(openTools, process.argv.slice(2), say);
} catch (error) {
  process.stderr.write(`Не получилось: ${reasonOf(error)}\n`);
  process.exitCode = 1;
} finally {
  for (const end of endings.reverse()) await end();
}
