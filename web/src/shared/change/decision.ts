import { useEffect } from 'react';
import { useLocation } from '#web/lib/page/router.tsx';
import { nameDialog } from '#web/lib/page/turn.ts';

// The current decision is kept in the address of the page, so that a client who leaves to pay can return to it. The router is not
// notified, because nothing on the page changes.

export type ChangeWhen = 'now' | 'next_period';

export interface KeptDecision {
  plan?: number;
  when?: ChangeWhen;
  option?: number;
  program?: number;
}

/** Keeps the decision in this history entry while its dialog is open. */
export function useKept({ plan, when, option, program }: KeptDecision): void {
  useEffect(() => {
    const parts = Object.entries({ plan, when, option, program }).filter(([, value]) => value !== undefined);
    nameDialog(`?${new URLSearchParams(parts.map(([key, value]) => [key, String(value)]))}`);
  }, [plan, when, option, program]);
}

/** Removes the decision after it is made or cancelled. */
export const forget = (): void => nameDialog('');

/** The earlier, unfinished decision of this page. */
export const useDecision = (): KeptDecision => decisionOf(useLocation().search);

/** Invalid numbers are harmless: they match no option. */
function decisionOf(search: string): KeptDecision {
  const asked = new URLSearchParams(search);
  const when = asked.get('when');
  const numbers = (['plan', 'option', 'program'] as const)
    .map((key) => [key, Number(asked.get(key))] as const)
    .filter(([, number]) => number > 0);
  return { ...Object.fromEntries(numbers), ...((when === 'now' || when === 'next_period') && { when }) };
}
