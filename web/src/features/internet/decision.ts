import { useEffect } from 'react';
import { useLocation } from '#lib/router.tsx';
import type { When } from './plan-words.ts';

// What is being decided stands in the address of the page, so that one who leaves to pay comes back to it. The router is not
// told: nothing on the page changes by it.

export interface Decision {
  plan?: number;
  when?: When;
  option?: number;
}

/** Keeps it in this place of the history while its dialog is open. */
export function useKept({ plan, when, option }: Decision): void {
  useEffect(() => {
    const parts = Object.entries({ plan, when, option }).filter(([, value]) => value !== undefined);
    window.history.replaceState(null, '', `?${new URLSearchParams(parts.map(([key, value]) => [key, String(value)]))}`);
  }, [plan, when, option]);
}

/** It is decided, or given up. */
export const forget = (): void => window.history.replaceState(null, '', window.location.pathname);

/** What was being decided on this page before. */
export const useDecision = (): Decision => decisionOf(useLocation().search);

/** Numbers that mean nothing match no plan and no option. */
function decisionOf(search: string): Decision {
  const asked = new URLSearchParams(search);
  const [plan, option, when] = [Number(asked.get('plan')), Number(asked.get('option')), asked.get('when')];
  return {
    ...(plan > 0 && { plan }),
    ...(option > 0 && { option }),
    ...((when === 'now' || when === 'next_period') && { when }),
  };
}
