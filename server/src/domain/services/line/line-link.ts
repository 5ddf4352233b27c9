import { isIPv4 } from 'node:net';
import type { Database, Tx } from '#server/db/database.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import {
  lineOfMark,
  lineOnAddress,
  noteLinkPays,
  putLineLink,
  type LinkedLine,
  type LineOnAddress,
} from './line-link.queries.ts';

const MINUTE_MS = 60_000;
const LIFE_MS = 15 * MINUTE_MS;
/** All requests of a line within so long get the same link: its devices ask of themselves, again and again. */
const SLOT_MS = 2 * MINUTE_MS;
const MOST_AN_HOUR = 30;

/** The IPv4 address of a socket; undefined for another one. */
export function lineAddress(socketAddress: string | undefined): string | undefined {
  const address = socketAddress?.replace(/^::ffff:/i, '');
  return address !== undefined && isIPv4(address) ? address : undefined;
}

export interface KnownLine {
  readonly isDebtor: boolean;
  /** The secret of a debtor's link; undefined if the line has got too many. */
  readonly secret: string | undefined;
}

/** The line from which a request comes before any translation of addresses; undefined if it is not known for sure. */
export async function knownLine(
  db: Database,
  vault: Pick<Vault, 'markOf'>,
  address: string,
  now: Date,
): Promise<KnownLine | undefined> {
  const line = await db.read((tx) => lineOnAddress(tx, address, now));
  if (!line?.is_debtor) return line && { isDebtor: false, secret: undefined };
  return { isDebtor: true, secret: await linkFor(db, vault, { line, address }, now) };
}

async function linkFor(
  db: Database,
  vault: Pick<Vault, 'markOf'>,
  { line, address }: { readonly line: LineOnAddress; readonly address: string },
  now: Date,
): Promise<string | undefined> {
  const slot = Math.floor(now.getTime() / SLOT_MS);
  // Nobody without the key can make it, and it need not be stored to be told again.
  const secret = vault.markOf(`secret of a line ${line.internet_session_id} ${address} ${slot}`).toString('base64url');
  const expiresAt = new Date(now.getTime() + LIFE_MS);
  const wanted = { mark: markOf(vault, secret), line, address, expiresAt, most: MOST_AN_HOUR };
  return (await db.write((tx) => putLineLink(tx, wanted, now))) ? secret : undefined;
}

const markOf = (vault: Pick<Vault, 'markOf'>, secret: string): Buffer => vault.markOf(`link of a line ${secret}`);

/** The line of a link; undefined if its minutes are over. */
export const lineOfLink = (
  tx: Tx,
  vault: Pick<Vault, 'markOf'>,
  secret: string,
  now: Date,
): Promise<LinkedLine | undefined> => lineOfMark(tx, markOf(vault, secret), now);

/** A payment was begun by the link, so it stays valid while the window is open. */
export const keepPayingLink = (tx: Tx, vault: Pick<Vault, 'markOf'>, secret: string): Promise<number> =>
  noteLinkPays(tx, markOf(vault, secret));
