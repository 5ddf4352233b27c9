import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export interface SecondStepState {
  readonly enabled_at: Instant | null;
  readonly backup_codes_left: number;
}

/** Whether the second step is on, and how many backup codes are left. */
export const secondStepState = (tx: Tx, contractId: number): Promise<SecondStepState> =>
  tx.one(sql`
    select t.enabled_at,
      (select count(*) from backup_code b where b.contract_id = c.contract_id and b.used_at is null) as backup_codes_left
    from contract c left join totp t using (contract_id) where c.contract_id = ${contractId}`);

export interface Totp {
  readonly secret: Buffer;
  readonly enabled_at: Instant | null;
  readonly last_step: number;
}

/** The key of a contract, locked, so that of two simultaneous uses of one code the second is refused. */
export const holdTotp = (tx: Tx, contractId: number): Promise<Totp | undefined> =>
  tx.maybe(sql`select secret, enabled_at, last_step from totp where contract_id = ${contractId} for update`);

/** Stores a new key that is not in use yet; false if the second step is on. */
export const putTotp = async (tx: Tx, contractId: number, secret: Buffer, now: Date): Promise<boolean> =>
  (await tx.run(sql`
    insert into totp (contract_id, secret, begun_at) values (${contractId}, ${secret}, ${now})
    on conflict (contract_id) do update set secret = excluded.secret, begun_at = excluded.begun_at
      where totp.enabled_at is null`)) > 0;

export async function noteStep(tx: Tx, contractId: number, step: number): Promise<void> {
  await tx.run(sql`update totp set last_step = ${step} where contract_id = ${contractId}`);
}

export async function enableTotp(tx: Tx, contractId: number, now: Date): Promise<void> {
  await tx.run(sql`update totp set enabled_at = ${now} where contract_id = ${contractId}`);
}

/** Deletes the key and the backup codes; returns whether the second step was on. */
export async function deleteTotp(tx: Tx, contractId: number): Promise<boolean> {
  const row = await tx.maybe<{ enabled_at: Instant | null }>(
    sql`delete from totp where contract_id = ${contractId} returning enabled_at`,
  );
  return row !== undefined && row.enabled_at !== null;
}

/** Deletes the keys of all apps, which cannot be read without the service key that sealed them. */
export const deleteAllTotps = (tx: Tx): Promise<number> => tx.run(sql`delete from totp`);

export async function replaceBackupCodes(tx: Tx, contractId: number, marks: readonly Buffer[]): Promise<void> {
  await tx.run(sql`delete from backup_code where contract_id = ${contractId}`);
  await tx.run(sql`
    insert into backup_code (contract_id, code_mark) select ${contractId}, mark from unnest(${marks}::bytea[]) mark`);
}

/** Uses a backup code; true only for the first who does. */
export const useBackupCode = async (tx: Tx, contractId: number, mark: Buffer, now: Date): Promise<boolean> =>
  (await tx.run(sql`
    update backup_code set used_at = ${now}
    where contract_id = ${contractId} and code_mark = ${mark} and used_at is null`)) > 0;
