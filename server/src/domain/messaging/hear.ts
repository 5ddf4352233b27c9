import type { Tx } from '#server/db/database.ts';
import type { Channel } from './channels.ts';

/** A message of a transaction: what the portal shows, or what another channel sends. */
export interface SentMessage {
  readonly notice: string;
  readonly contractId: number;
  readonly way: 'portal' | Channel['name'];
  readonly title: string;
  readonly text: string;
}

const listeners = new WeakMap<Tx, (sent: SentMessage) => void>();

/** Calls back for each message of this transaction: a rehearsal tells of them and rolls them back. */
export function hearMessages(tx: Tx, hear: (sent: SentMessage) => void): void {
  listeners.set(tx, hear);
}

/** Whoever hears the messages of this transaction; undefined if nobody does, as nearly always. */
export const listenerOf = (tx: Tx): ((sent: SentMessage) => void) | undefined => listeners.get(tx);
