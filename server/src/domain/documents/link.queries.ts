import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { holds } from '#server/domain/identity/session/share-holds.queries.ts';
import type { Subscriber } from '#server/kernel/world.ts';
import type { DocumentPromised } from './document.ts';

interface NewLink {
  readonly hash: Buffer;
  readonly owner: Subscriber;
  readonly document: DocumentPromised;
  readonly expiresAt: Date;
}

export async function addLink(tx: Tx, { hash, owner, document, expiresAt }: NewLink): Promise<void> {
  await tx.run(sql`
    insert into document_link (token_hash, contract_id, session_id, document, expires_at)
    values (${hash}, ${owner.contractId}, ${owner.sessionId}, ${JSON.stringify(document)}, ${expiresAt})`);
}

/**
 * Spends a link; returns the document and its contract. Undefined if the link is spent or expired, or if its session has
 * ended or no longer has that contract open: a link may be made at the moment when the access ends.
 */
export const spendDocumentLink = (
  tx: Tx,
  hash: Buffer,
  now: Date,
): Promise<{ contract_id: number; document: DocumentPromised } | undefined> =>
  tx.maybe(sql`
    delete from document_link l
    using session s
    where l.token_hash = ${hash} and l.expires_at > ${now} and s.session_id = l.session_id and s.ended_at is null
      and l.contract_id = coalesce(
        (select h.contract_id from contract_share h where h.share_id = s.share_id and ${holds(now, sql`h.`)}), s.contract_id)
    returning l.contract_id, l.document`);
