import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { importTables as ORDER, type ImportRows } from '@kabinet/contract/staff';
import type { Database, Tx } from '#server/db/database.ts';
import { holdOf } from '#server/domain/billing/charging/hold.queries.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import type { Arrival } from './arrival.ts';
import { Refusals, type RowFault, type RowRefusal } from './refused.ts';
import type { Hear } from './at-once.ts';
import { openAccounts, takeAccounts } from './accounts.ts';
import { forgetPortions } from './portions/said-rows.queries.ts';
import { takeContracts } from './contracts.ts';
import { takeHistory } from './history.ts';
import { cabinetPasswords } from './passwords.ts';
import { takeHouses, takeStreets, takeTowns } from './places.ts';
import { takeOptions, takePlans } from './plans.ts';
import { byIndexes, oneAtATime } from './services.queries.ts';
import { takeDevices, takeLines, takePlanProfiles } from './network.ts';
import { takeNumbers } from './numbers.ts';
import { takeOwnPrices } from './own-prices.ts';
import { takeServiceOptions } from './service-options.ts';
import { takeServices } from './services.ts';
import { takeCalls } from './usage/calls.ts';
import { takeDocuments } from './usage/documents.ts';
import { makeSessionMonths, takeSessions } from './usage/sessions.ts';
import { withoutTimeLimit } from '#server/db/queries/time-limit.ts';

export interface ImportTools {
  readonly now: Date;
  readonly today: Day;
  readonly zone: string;
  readonly vault: Vault;
  readonly sipDomain: string | undefined;
  /** How many months the sessions of the cabinet are kept. */
  readonly sessionMonths: number;
  /** Hears how many passwords are hashed. */
  readonly hear: Hear;
}

export interface ImportReport extends Pick<Arrival, 'counts' | 'doubtful' | 'differing' | 'opened' | 'gone'> {
  readonly wrong: RowRefusal[];
}

/** Thrown to roll the import back: a row is wrong, or it was only a check. */
class Undone extends Error {
  readonly taken: ImportReport;
  constructor(taken: ImportReport) {
    super('undone');
    this.taken = taken;
  }
}

/** Imports the tables of another billing system in one transaction; rolls back if a row is wrong or `isCheck`. */
export async function importTables(
  db: Database,
  tables: ImportRows,
  { isCheck, ...tools }: ImportTools & { readonly isCheck: boolean },
): Promise<ImportReport> {
  await makeSessionMonths(db, tables.sessions, tools);
  const passwords = await cabinetPasswords(db, tables.contracts, { isCheck, hear: tools.hear });
  try {
    return await db.write(async (tx) => {
      const taken = await takeAll(tx, tables, { ...tools, passwords, keepsSecrets: !isCheck });
      if (isCheck || taken.wrong.length > 0) throw new Undone(taken);
      return taken;
    });
  } catch (error) {
    if (error instanceof Undone) return error.taken;
    throw error;
  }
}

/** Takes all rows that are right; what becomes of them if others are wrong is decided by whoever asks. */
export async function takeAll(
  tx: Tx,
  tables: ImportRows,
  tools: ImportTools & Pick<Arrival, 'passwords' | 'keepsSecrets' | 'beside'> & { readonly refusals?: Refusals },
): Promise<ImportReport> {
  await withoutTimeLimit(tx);
  await byIndexes(tx);
  await oneAtATime(tx);
  const opened = { accounts: 0, sum: kopecks(0), past: null };
  const isOnHold = (await holdOf(tx, tools.today)) !== undefined;
  const found = { counts: [], doubtful: [], differing: [], gone: [] };
  const catalogue: Arrival = { refusals: new Refusals(), ...tools, tx, isOnHold, ...found, opened };
  // Each table may name what the tables before it have brought.
  await takeTowns(catalogue, tables.towns);
  await takeStreets(catalogue, tables.streets);
  await takeHouses(catalogue, tables.houses);
  await takePlans(catalogue, tables.plans);
  await takeOptions(catalogue, tables.options);
  // What another billing tells is of contracts that it charges, also when ours has begun for others; prices are of all.
  const arrival: Arrival = { ...catalogue, isOnHold: isOnHold || tools.beside !== undefined };
  await takeContracts(arrival, tables.contracts);
  await takeAccounts(arrival, tables.accounts);
  await takeHistory(arrival, tables.history);
  await openAccounts(arrival);
  await takeServices(arrival, tables.services);
  await takeServiceOptions(arrival, tables.serviceOptions);
  await takeNumbers(arrival, tables.numbers);
  await takeCalls(arrival, tables.calls);
  await takeDocuments(arrival, tables.documents);
  await takeSessions(arrival, tables.sessions);
  await takeOwnPrices(arrival, tables.ownPrices);
  await takePlanProfiles(arrival, tables.planProfiles);
  await takeLines(arrival, tables.lines);
  await takeDevices(arrival, tables.nas);
  await forgetPortions(tx);
  const { counts, refusals, doubtful, differing, gone } = arrival;
  return { counts, opened, wrong: byLine(refusals.told), doubtful: byLine(doubtful), differing, gone };
}

/** In the order of the tables, and of the lines in each. */
const byLine = <Fault extends RowFault>(faults: readonly Fault[]): Fault[] =>
  faults.toSorted((a, b) => ORDER.indexOf(a.table) - ORDER.indexOf(b.table) || a.line - b.line);
