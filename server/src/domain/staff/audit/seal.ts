import { dayIn, instant } from '@kabinet/contract/kernel/day';
import type { Database, Tx } from '#server/db/database.ts';
import type { World } from '#server/kernel/world.ts';
import { chainHead, insertAnchor, inUtc, lastAnchor, mayHoldSealing, seal, unsealedLinks } from './chain.queries.ts';
import { NO_LINK, sealsAfter } from './chain.ts';

/** Links in one transaction. */
const AT_ONCE = 1000;

/** Seals all that is committed: no call waits for this, because only the sealing itself is ordered. */
export async function sealAudit(db: Database, now: Date): Promise<void> {
  while ((await db.write((tx) => sealSome(tx, now))) === AT_ONCE);
}

/** Returns how many links waited; none if another process seals. */
async function sealSome(tx: Tx, now: Date): Promise<number> {
  if (!(await mayHoldSealing(tx))) return 0;
  await inUtc(tx);
  const links = await unsealedLinks(tx, AT_ONCE);
  // A row that somebody has removed in the meantime can never be sealed: it stays, and `audit verify` names it.
  const there = links.flatMap(({ form, ...link }) => (form === null ? [] : [{ ...link, form }]));
  if (there.length === 0) return 0;
  await seal(tx, sealsAfter((await chainHead(tx)) ?? NO_LINK, there, instant(now)));
  return links.length;
}

type Anchoring = Pick<World, 'db' | 'clock' | 'provider' | 'outside'>;

/** Once a day of the provider's: keeps the head of the chain, first outside the database. */
export async function anchorAudit({ db, clock, provider, outside }: Anchoring): Promise<void> {
  const now = clock.now();
  const dayOf = (moment: Date) => dayIn(provider.time_zone, moment);
  const [head, last] = await db.read((tx) => Promise.all([chainHead(tx), lastAnchor(tx)]));
  if (!head || head.seq === last?.seq) return;
  if (last && dayOf(new Date(last.anchored_at)) === dayOf(now)) return;
  await outside.auditAnchors?.append({ seq: head.seq, hash: head.hash.toString('hex'), at: instant(now) });
  await db.write((tx) => insertAnchor(tx, head, now));
}
