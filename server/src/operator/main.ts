import { openDatabase } from '#db/database.ts';
import { refusalOfDatabase } from '#db/reach.ts';
import { startEmbedded } from '#db/embedded/launcher.ts';
import { readPaymentAgents } from '#domain/payments/payment-agents/payment-agent.ts';
import { systemClock } from '#kernel/clock.ts';
import { readProvider } from '#kernel/provider.ts';
import { fromRoot, readConfig, type Config } from '../config/config.ts';
import { connectOutside } from '../connect.ts';
import { openLog } from '../log.ts';
import { holdsDemo } from '../../seeds/demo.ts';
import type { Tools } from './command.ts';
import { runCommand } from './operator.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** PostgreSQL's «undefined table». */
const NO_TABLE = '42P01';

const endings: (() => Promise<void>)[] = [];

/** Joins the database of a running portal, or starts the embedded one for as long as the command takes. */
async function openTools(): Promise<Tools> {
  const config = readConfig(process.env);
  const [provider, agents] = await Promise.all([
    readProvider(config.providerFile),
    readPaymentAgents(config.KABINET_PAYMENT_AGENTS),
  ]);
  const db = openDatabase(await databaseUrl(config), { connections: 2, readers: 2, patience: 10_000 });
  endings.push(() => db.close());
  const isDemo = config.isDemo && (await holdsDemo(db.pool));
  const outside = await connectOutside({ ...config, isDemo }, db);
  return { db, clock: systemClock, outside, provider, publicUrl: config.PUBLIC_URL, log: openLog('warn'), agents };
}

async function databaseUrl(config: Config): Promise<string> {
  if (config.DATABASE_URL === undefined) {
    const embedded = await startEmbedded({ dataDir: fromRoot(config.KABINET_DATA) });
    endings.push(() => embedded.stop());
    return embedded.url;
  }
  const refusal = await refusalOfDatabase(config.DATABASE_URL);
  if (refusal !== undefined) throw new Error(refusal);
  return config.DATABASE_URL;
}

function reasonOf(error: unknown): string {
  if ((error as { code?: string }).code === NO_TABLE)
    return 'база данных пуста или старее программы, сначала запустите кабинет';
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
