import { useEffect } from 'react';
import { useLocation } from '#lib/router.tsx';

// What is being decided stands in the address of the page, so that one who leaves to pay comes back to it. The router is not
// told: nothing on the page changes by it.

export type When = 'now' | 'next_period';

export interface Decision {
  plan?: number;
  when?: When;
  option?: number;
  program?: number;
}

/** Keeps it in this place of the history while its dialog is open. */
export function useKept({ plan, when, option, program }: Decision): void {
  useEffect(() => {
    const parts = Object.entries({ plan, when, option, program }).filter(([, value]) => value !== undefined);
    window.history.replaceState(null, '', `?${new URLSearchParams(parts.map(([key, value]) => [key, String(value)]))}`);
  }, [plan, when, option, program]);
}

/** It is decided, or given up. */
export const forget = (): void => window.history.replaceState(null, '', window.location.pathname);

/** What was being decided on this page before. */
export const useDecision = (): Decision => decisionOf(useLocation().search);

/** Numbers that mean nothing match nothing that may be chosen. */
function decisionOf(search: string): Decision {
  const asked = new URLSearchParams(search);
  const when = asked.get('when');
  const numbers = (['plan', 'option', 'program'] as const)
    .map((key) => [key, Number(asked.get(key))] as const)
    .filter(([, number]) => number > 0);
  return { ...Object.fromEntries(numbers), ...((when === 'now' || when === 'next_period') && { when }) };
}
