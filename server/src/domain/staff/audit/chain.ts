import { createHash } from 'node:crypto';
import type { Instant } from '@kabinet/contract/kernel/day';

/** What a link stands for: a row of the audit trail or a look; `begun` is a row before its result. */
export interface LinkOf {
  readonly source: 'action' | 'look';
  readonly row_id: number;
  readonly part: 'begun' | 'whole';
}

/** A row in the canonical form of all its columns; null: the row is not there. */
export interface FormedLink extends LinkOf {
  readonly form: string | null;
}

export interface SealedLink extends FormedLink {
  readonly seq: number;
  readonly sealed_at: Instant;
  readonly row_hash: Buffer;
  readonly hash: Buffer;
}

/** The last link of the chain. */
export interface ChainHead {
  readonly seq: number;
  readonly hash: Buffer;
}

/** Before the first link. */
export const NO_LINK: ChainHead = { seq: 0, hash: Buffer.alloc(32) };

export const rowHash = (form: string): Buffer => createHash('sha256').update(form, 'utf8').digest();

type Hashed = Pick<SealedLink, 'seq' | 'source' | 'row_id' | 'part' | 'sealed_at' | 'row_hash'>;

/** The hash of a link: of the link before it, of its place and moment, of its row. */
export const chainHash = (previous: Buffer, { seq, source, row_id: id, part, sealed_at: at, row_hash }: Hashed) =>
  createHash('sha256')
    .update(previous)
    .update(`${seq}|${source}|${id}|${part}|${at}|`, 'utf8')
    .update(row_hash)
    .digest();

export type Seal = Omit<SealedLink, 'form'>;

/** Links in the order in which they were written, as continuations of the chain. */
export function sealsAfter(head: ChainHead, links: readonly (LinkOf & { form: string })[], at: Instant): Seal[] {
  let last = head;
  return links.map(({ form, ...link }) => {
    const unsigned = { ...link, seq: last.seq + 1, sealed_at: at, row_hash: rowHash(form) };
    const seal = { ...unsigned, hash: chainHash(last.hash, unsigned) };
    last = seal;
    return seal;
  });
}
