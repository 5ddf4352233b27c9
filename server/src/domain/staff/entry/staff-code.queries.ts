import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

interface StaffTotp {
  readonly totp_secret: Buffer | null;
  readonly totp_last_step: number;
}

/** The key of a person's app, locked, so that of two simultaneous uses of one code the second is refused. */
export const holdStaffTotp = (tx: Tx, personId: number): Promise<StaffTotp> =>
  tx.one(sql`select totp_secret, totp_last_step from staff_person where person_id = ${personId} for update`);

export async function noteStaffStep(tx: Tx, personId: number, step: number): Promise<void> {
  await tx.run(sql`update staff_person set totp_last_step = ${step} where person_id = ${personId}`);
}

/** Gives a person another app, or none; the step is that of the code that has proved it. */
export async function putStaffTotp(tx: Tx, personId: number, secret: Buffer | null, step: number): Promise<void> {
  await tx.run(sql`
    update staff_person set totp_secret = ${secret}, totp_last_step = ${step} where person_id = ${personId}`);
}

/** Deletes the keys of all apps, which cannot be read without the service key that sealed them: everybody is invited anew. */
export async function deleteStaffTotps(tx: Tx): Promise<number> {
  await tx.run(sql`update staff_invitation set ended_at = invited_at where ended_at is null`);
  await tx.run(sql`delete from staff_spare_code`);
  return tx.run(sql`update staff_person set totp_secret = null where totp_secret is not null`);
}

export async function replaceSpareCodes(tx: Tx, personId: number, marks: readonly Buffer[]): Promise<void> {
  await tx.run(sql`delete from staff_spare_code where person_id = ${personId}`);
  await tx.run(sql`
    insert into staff_spare_code (person_id, code_mark) select ${personId}, mark from unnest(${marks}::bytea[]) mark`);
}

/** Uses a spare code; true only for the first who does. */
export const useSpareCode = async (tx: Tx, personId: number, mark: Buffer, now: Date): Promise<boolean> =>
  (await tx.run(sql`
    update staff_spare_code set used_at = ${now}
    where person_id = ${personId} and code_mark = ${mark} and used_at is null`)) > 0;

export const spareCodesLeft = async (tx: Tx, personId: number): Promise<number> =>
  (
    await tx.one<{ left: number }>(
      sql`select count(*)::int as left from staff_spare_code where person_id = ${personId} and used_at is null`,
    )
  ).left;
