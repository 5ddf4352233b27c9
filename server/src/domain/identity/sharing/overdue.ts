import type { Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/shared/at.ts';
import { endShare } from './share-sessions.queries.ts';
import { tellTerm } from './tell-change.ts';
import { overdueShares, type WhichOverdue } from './term.queries.ts';

/** Shares whose term is over are not open to anybody; this ends them for the record, and in the sessions. Returns how many. */
export async function endOverdue(tx: Tx, which: WhichOverdue, at: At): Promise<number> {
  const overdue = await overdueShares(tx, which, at.now);
  for (const share of overdue) {
    await endShare(tx, share.share_id, 'expired', new Date(share.ends_at));
    await tellTerm(tx, share, { what: 'expired', until: null, moment: share.ends_at }, at);
  }
  return overdue.length;
}
