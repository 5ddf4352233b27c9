import { useEffect } from 'react';
import { useLocation } from '#web/lib/page/router.tsx';
import { nameDialog } from '#web/lib/page/turn.ts';
import type { SuspensionDates } from './suspension-data.ts';

// Like other decisions, this one is in the address while its dialog is open, so that a client who leaves to pay can return to it.

export function useKeptDates({ from, until }: SuspensionDates): void {
  useEffect(() => nameDialog(`?pause=${from}&until=${until}`), [from, until]);
}

export function useKeptReturn(): void {
  useEffect(() => nameDialog('?return=now'), []);
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The days that the client was choosing on this page before. */
export function useDatesBefore(): SuspensionDates | undefined {
  const asked = new URLSearchParams(useLocation().search);
  const [from, until] = [asked.get('pause') ?? '', asked.get('until') ?? ''];
  return DAY.test(from) && DAY.test(until) ? { from, until } : undefined;
}

export const useReturnBefore = (): boolean => new URLSearchParams(useLocation().search).get('return') === 'now';
