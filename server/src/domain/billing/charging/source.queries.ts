import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** Whose charging counts: ours, or that of another billing, which tells us balances and services (decision 0272). */
export type ChargingSource = 'own' | 'external';

/** Whether another billing charges, as a column. */
export const CHARGED_OUTSIDE = sql`exists (select from charging_source where source = 'external')`;

/** Whether another billing was ever asked for anything, as a column: what it, or the switch, has refused is told for a month. */
export const ASKED_OUTSIDE = sql`exists (select from billing_request)`;

export const isChargedOutside = async (tx: Tx): Promise<boolean> =>
  (await tx.one<{ is: boolean }>(sql`select ${CHARGED_OUTSIDE} as is`)).is;

/** The source, locked until the end of the transaction: whoever names a first day waits for whoever changes it. */
export const lockChargingSource = async (tx: Tx): Promise<ChargingSource> =>
  (await tx.one<{ source: ChargingSource }>(sql`select source from charging_source for update`)).source;

export const setChargingSource = (tx: Tx, source: ChargingSource, now: Date): Promise<number> =>
  tx.run(sql`update charging_source set source = ${source}, since = ${now}`);
