import type { Tx } from '../database.ts';
import { sql } from '../sql.ts';

/** Makes this message the probe of a gateway; true only for the first of several simultaneous ones. */
export const takeProbe = async (tx: Tx, gateway: string, now: Date, next: Date): Promise<boolean> =>
  (await tx.run(sql`
    update gateway_trouble set probe_at = ${next} where gateway = ${gateway} and probe_at <= ${now}`)) > 0;

/** Counts a failure; returns how many there were in a row. */
export const countGatewayFailure = async (tx: Tx, gateway: string): Promise<number> =>
  (
    await tx.one<{ failures: number }>(sql`
      insert into gateway_trouble as t (gateway, failures) values (${gateway}, 1)
      on conflict (gateway) do update set failures = t.failures + 1
      returning failures`)
  ).failures;

export async function setProbe(tx: Tx, gateway: string, probeAt: Date): Promise<void> {
  await tx.run(sql`update gateway_trouble set probe_at = ${probeAt} where gateway = ${gateway}`);
}

/** Records that the gateway works again. */
export async function endTrouble(tx: Tx, gateway: string): Promise<void> {
  await tx.run(sql`delete from gateway_trouble where gateway = ${gateway}`);
}
