import { useSyncExternalStore } from 'react';

// The contracts that a person has opened last, for as long as the tab lives: what is known of people is not kept on a shared computer.

export interface RecentContract {
  readonly contract_id: number;
  readonly name: string;
  readonly address: string;
  readonly tone: 'ok' | 'bad' | 'off';
}

const MOST = 5;
const NONE: readonly RecentContract[] = [];
let recent = NONE;
const listeners = new Set<() => void>();

function show(next: readonly RecentContract[]): void {
  recent = next;
  for (const listener of listeners) listener();
}

const isSame = (one: RecentContract, other: RecentContract | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Puts a contract first. */
export function noteOpened(opened: RecentContract): void {
  if (isSame(opened, recent[0])) return;
  show([opened, ...recent.filter(({ contract_id: id }) => id !== opened.contract_id)].slice(0, MOST));
}

export const forgetOpened = (): void => show(NONE);

export const useRecent = (): readonly RecentContract[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => recent,
  );
