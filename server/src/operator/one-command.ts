import { openDatabase } from '#server/db/database.ts';
import { NEEDED_BY_COMMAND, OF_COMMAND } from '#server/db/pools/connections.ts';
import { refusalOfAddresses, type DatabaseAddresses } from '#server/db/reach.ts';
import { startEmbedded } from '#server/db/embedded/launcher.ts';
import { readPaymentAgents } from '#server/domain/payments/payment-agents/payment-agent.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { readProvider } from '#server/kernel/provider.ts';
import { fromRoot, readConfig, type Config, type Variables } from '../config/config.ts';
import { connectOutside } from '../connect.ts';
import { openLog } from '../log.ts';
import { holdsDemo } from '../../seeds/demo.ts';
import type { Say, Tools } from './command.ts';
import { runCommand } from './operator.ts';

/** PostgreSQL's «undefined table». */
const NO_TABLE = '42P01';

/** Joins the database of a running portal, or starts the embedded one for as long as the command takes. */
async function openTools(config: Config, opened: AsyncDisposableStack): Promise<Tools> {
  const [provider, agents] = await Promise.all([
    readProvider(config.providerFile),
    readPaymentAgents(config.KABINET_PAYMENT_AGENTS),
  ]);
  const { url, sessionUrl } = await databaseOf(config, opened);
  const db = openDatabase(url, { ...OF_COMMAND, patience: 10_000, sessionUrl });
  opened.defer(() => db.close());
  const isDemo = config.isDemo && (await holdsDemo(db.pool));
  const outside = await connectOutside({ ...config, isDemo }, db);
  return {
    db,
    clock: systemClock,
    outside,
    provider,
    publicUrl: config.PUBLIC_URL,
    staffUrl: config.staffUrl,
    log: openLog('warn'),
    agents,
  };
}

async function databaseOf(config: Config, opened: AsyncDisposableStack): Promise<DatabaseAddresses> {
  if (config.DATABASE_URL === undefined) {
    const embedded = await startEmbedded({ dataDir: fromRoot(config.KABINET_DATA) });
    opened.defer(() => embedded.stop());
    return embedded;
  }
  const addresses = { url: config.DATABASE_URL, sessionUrl: config.DATABASE_SESSION_URL };
  const refusal = await refusalOfAddresses(addresses, NEEDED_BY_COMMAND);
  if (refusal !== undefined) throw new Error(refusal);
  return addresses;
}

function reasonOf(error: unknown): string {
  if ((error as { code?: string }).code === NO_TABLE)
    return 'база данных пуста или старее программы, сначала запустите кабинет';
  return error instanceof Error ? error.message : String(error);
}

/** Carries out one command with these settings and closes what it has opened; answers the exit code. A process has one (`main.ts`). */
export async function oneCommand(
  typed: readonly string[],
  settings: Variables,
  { say, complain }: Readonly<Record<'say' | 'complain', Say>>,
): Promise<number> {
  const opened = new AsyncDisposableStack();
  try {
    return await runCommand(async () => openTools(readConfig(settings), opened), typed, say, settings);
  } catch (error) {
    complain(`Не получилось: ${reasonOf(error)}`);
    return 1;
  } finally {
    await opened.disposeAsync();
  }
}
