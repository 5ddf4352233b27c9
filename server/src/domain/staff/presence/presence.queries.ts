import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** A page of the staff that shows a contract. */
export interface OpenCard {
  readonly streamId: string;
  readonly contractId: number;
  readonly personId: number;
}

/** Seconds after which a page that has told nothing of itself counts as closed. */
const GONE_S = 60;

/** Notes that a card is open; nothing if there is no such contract. What pages of a dead process have left goes with it. */
export async function noteOpenCard(tx: Tx, { streamId, contractId, personId }: OpenCard, now: Date): Promise<void> {
  await tx.run(sql`
    with gone as (delete from staff_presence where seen_at < ${now}::timestamptz - make_interval(secs => ${GONE_S}))
    insert into staff_presence (stream_id, contract_id, person_id, since, seen_at)
    select ${streamId}, contract_id, ${personId}, ${now}, ${now} from contract where contract_id = ${contractId}`);
}

/** Notes that these pages are still open. */
export async function keepCardsOpen(tx: Tx, streamIds: readonly string[], now: Date): Promise<void> {
  await tx.run(sql`update staff_presence set seen_at = ${now} where stream_id = any(${streamIds}::uuid[])`);
}

export async function noteClosedCard(tx: Tx, streamId: string): Promise<void> {
  await tx.run(sql`delete from staff_presence where stream_id = ${streamId}`);
}

interface Present {
  readonly person_id: number;
  readonly name: string;
  readonly since: Instant;
}

/** Who has a card of the contract open, each person once, the first one first. */
export const presentAt = (tx: Tx, contractId: number, now: Date): Promise<Present[]> =>
  tx.rows(sql`
    select person_id, p.name, min(since) as since
    from staff_presence join staff_person p using (person_id)
    where contract_id = ${contractId} and seen_at >= ${now}::timestamptz - make_interval(secs => ${GONE_S})
    group by person_id, p.name order by since, person_id`);
