import type { Tx } from '#db/database.ts';
import { sql } from '#db/sql.ts';

interface Message {
  readonly contractId: number;
  readonly kind: 'info' | 'money';
  readonly title: string;
  /** HTML of the allow list; `paragraph` makes it of text. */
  readonly body: string;
  readonly now: Date;
  /** When it is shown no more; null: until it is read. */
  readonly until: Date | null;
}

export async function insertMessage(tx: Tx, { contractId, kind, title, body, now, until }: Message): Promise<void> {
  await tx.run(sql`
    insert into message (contract_id, kind, title, body, created_at, until)
    values (${contractId}, ${kind}, ${title}, ${body}, ${now}, ${until})`);
}
