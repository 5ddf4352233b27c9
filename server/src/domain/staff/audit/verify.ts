import type { Tx } from '#server/db/database.ts';
import type { AnchorStore } from '#server/integrations/anchors/port.ts';
import type { Progress } from '#server/kernel/world.ts';
import { anchors, chainHead, inUtc, linksAt, sealedAfter, strayRows, unsealed } from './chain.queries.ts';
import { chainHash, NO_LINK, rowHash, type ChainHead, type LinkOf, type SealedLink } from './chain.ts';

/**
 * `removed`: the row is gone; `changed`: it says something else than when it was sealed; `inserted`: it came past the triggers; `reordered`: its
 * link does not continue the one before it; `missing`: there is no link of this place; `rewritten`: an anchor remembers another chain.
 */
type AuditFaultKind = 'removed' | 'changed' | 'inserted' | 'reordered' | 'missing' | 'rewritten';

interface AuditFault {
  readonly fault: AuditFaultKind;
  /** The place in the chain; null: it has none. */
  readonly seq: number | null;
  /** The row; null: nobody knows any more which one it was. */
  readonly row: LinkOf | null;
}

/** The most faults that are told. */
const MOST_FAULTS = 100;
const AT_ONCE = 2000;

type Hear = (progress: Progress) => void;

/** Compares every row with its link, every link with the one before it, and the chain with its anchors. */
export async function verifyAudit(tx: Tx, { store, hear }: { store?: AnchorStore | undefined; hear?: Hear }) {
  await inUtc(tx);
  const head = (await chainHead(tx)) ?? NO_LINK;
  const faults: AuditFault[] = [];
  let last: ChainHead = NO_LINK;
  while (last.seq < head.seq && faults.length < MOST_FAULTS) {
    const links = await sealedAfter(tx, last.seq, AT_ONCE);
    for (const link of links) {
      faults.push(...faultsOf(last, link));
      // What follows is judged by what stands there, so that one fault is told once.
      last = link;
    }
    hear?.({ of: 'links', done: last.seq, all: head.seq });
  }
  const strays = await strayRows(tx, MOST_FAULTS);
  faults.push(...strays.map(({ is_there, ...row }) => strayOf(row, is_there)));
  const anchored = await compareAnchors(tx, store);
  faults.push(...anchored.faults);
  const waiting = await unsealed(tx);
  return { head, waiting, anchors: anchored.counts, faults: faults.slice(0, MOST_FAULTS) };
}

const strayOf = (row: LinkOf, isThere: boolean): AuditFault => ({
  fault: isThere ? 'inserted' : 'removed',
  seq: null,
  row,
});

function faultsOf(last: ChainHead, link: SealedLink): AuditFault[] {
  const { seq, source, row_id, part, form, row_hash: kept } = link;
  const row = { source, row_id, part };
  const missing = Array.from({ length: Math.min(seq - last.seq - 1, MOST_FAULTS) }, (_, index): AuditFault => {
    return { fault: 'missing', seq: last.seq + 1 + index, row: null };
  });
  if (form === null) return [...missing, { fault: 'removed', seq, row }];
  if (!rowHash(form).equals(kept)) return [...missing, { fault: 'changed', seq, row }];
  // After a gap the link before it is unknown.
  const isContinued = missing.length > 0 || chainHash(last.hash, link).equals(link.hash);
  return isContinued ? missing : [{ fault: 'reordered', seq, row }];
}

/** The anchors of the database and of the file; whoever owns the database can change only the former. */
async function compareAnchors(tx: Tx, store: AnchorStore | undefined) {
  const inDatabase = (await anchors(tx)).map(({ seq, hash }) => ({ seq, hash: hash.toString('hex') }));
  const outside = (await store?.all()) ?? [];
  const all = [...inDatabase, ...outside];
  const links = new Map((await linksAt(tx, [...new Set(all.map(({ seq }) => seq))])).map((link) => [link.seq, link]));
  const wrong = new Set(
    all.filter(({ seq, hash }) => links.get(seq)?.hash.toString('hex') !== hash).map(({ seq }) => seq),
  );
  const faults = [...wrong]
    .toSorted((a, b) => a - b)
    .map((seq): AuditFault => {
      const { source, row_id, part } = links.get(seq) ?? {};
      return { fault: 'rewritten', seq, row: source && row_id !== undefined && part ? { source, row_id, part } : null };
    });
  return { counts: { database: inDatabase.length, file: store ? outside.length : null }, faults };
}
