import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

interface Subject {
  readonly issuer: string;
  readonly subject: string;
}

/** Whose sign-in it is, noting the use; undefined: nobody's here. */
export const personOfSubject = (
  tx: Tx,
  { issuer, subject }: Subject,
  now: Date,
): Promise<{ person_id: number } | undefined> =>
  tx.maybe(sql`
    update staff_openid set used_at = ${now} where issuer = ${issuer} and subject = ${subject} returning person_id`);

/** Links a person; false if the sign-in is another person's. */
export const linkOpenId = async (
  tx: Tx,
  personId: number,
  { issuer, subject }: Subject,
  now: Date,
): Promise<boolean> => {
  await unlinkOpenId(tx, personId);
  const linked = await tx.run(sql`
    insert into staff_openid (person_id, issuer, subject, linked_at) values (${personId}, ${issuer}, ${subject}, ${now})
    on conflict (issuer, subject) do nothing`);
  return linked > 0;
};

/** Removes the link of a person; false if there is none. */
export const unlinkOpenId = async (tx: Tx, personId: number): Promise<boolean> =>
  (await tx.run(sql`delete from staff_openid where person_id = ${personId}`)) > 0;
