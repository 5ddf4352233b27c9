import { shownContract } from '#web/api/session.ts';
import { readStored, writeStored } from '#web/lib/page/stored.ts';

// Keeps unsent input on the device for a day, because a phone may end a page at any moment. The input belongs to a contract; signing
// out deletes it, and so does signing in with another contract.

interface Kept {
  contract: number;
  typed: object;
}

const keyOf = (name: string): string => `draft.${name}`;

/** What was typed, if it was for the contract that is shown. */
export function keptDraft<Typed extends object>(name: string): Partial<Typed> {
  const kept = readStored<Kept | undefined>(keyOf(name), undefined);
  return kept !== undefined && kept.contract === shownContract() ? kept.typed : {};
}

export function keepDraft(name: string, typed: object): void {
  const contract = shownContract();
  if (contract !== undefined) writeStored(keyOf(name), { contract, typed } satisfies Kept);
}

export const forgetDraft = (name: string): void => writeStored(keyOf(name), undefined, 0);
