import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Subscriber } from '#server/kernel/world.ts';
import { hashOf, newSecret } from '#server/domain/shared/secrets.ts';

/** How long changes are possible without the password after it was given. */
const PROOF_MS = 10 * 60_000;

export interface ScheduleProof {
  readonly proof: string;
  readonly expires_at: Date;
}

/** Issues a secret that replaces the right password, in this session and for this service only. */
export async function giveProof(tx: Tx, userId: number, { sessionId }: Subscriber, now: Date): Promise<ScheduleProof> {
  const proof = newSecret();
  const expires_at = new Date(now.getTime() + PROOF_MS);
  await tx.run(sql`delete from access_schedule_proof where user_id = ${userId} and expires_at <= ${now}`);
  await tx.run(sql`
    insert into access_schedule_proof (proof_hash, user_id, session_id, expires_at)
    values (${hashOf(proof)}, ${userId}, ${sessionId}, ${expires_at})`);
  return { proof, expires_at };
}

/** Throws if the schedule has a password and the caller has not just given it. */
export async function needProof(
  tx: Tx,
  { userId, passwordHash, proof }: { userId: number; passwordHash: string | null; proof: string | undefined },
  { sessionId }: Subscriber,
  now: Date,
): Promise<void> {
  if (passwordHash === null) return;
  const known = await tx.maybe(sql`
    select from access_schedule_proof
    where proof_hash = ${hashOf(proof ?? '')} and user_id = ${userId} and session_id = ${sessionId} and expires_at > ${now}`);
  if (!known) throw new Problem('schedule_password_needed');
}

/** A proof of the old password is not valid for the new one. */
export async function withdrawProofs(tx: Tx, userId: number): Promise<void> {
  await tx.run(sql`delete from access_schedule_proof where user_id = ${userId}`);
}
