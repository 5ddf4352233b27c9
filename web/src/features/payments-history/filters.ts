import { useCallback, useState } from 'react';
import { useLocation } from '#web/lib/page/router.tsx';

/** The filters of the history; kept in the address, so that they can be restored and shared. */
export interface Filters {
  show: 'all' | 'in' | 'out';
  /** A service account or a phone number; empty for all. */
  service: string;
  /** The search text, or empty. */
  q: string;
  /** The open month, `2026-11`; `none`: all are folded; empty: the newest opens by itself. */
  month: string;
}

const NAMES = ['show', 'service', 'q', 'month'] as const;
const NONE: Filters = { show: 'all', service: '', q: '', month: '' };
const RULES: Readonly<Record<keyof Filters, RegExp>> = {
  show: /^(?:all|in|out)$/,
  service: /^\d{1,15}$/,
  q: /^.{1,100}$/,
  month: /^(?:none|\d{4}-(?:0[1-9]|1[0-2]))$/,
};

/** The filters of an address, without invalid ones. */
export function readFilters(search: string): Filters {
  const given = new URLSearchParams(search);
  const kept = NAMES.filter((name) => RULES[name].test(given.get(name) ?? ''));
  return { ...NONE, ...Object.fromEntries(kept.map((name) => [name, given.get(name)])) };
}

/** The query of the address, with its question mark; empty when nothing is chosen. */
export function writeFilters(filters: Filters): string {
  const chosen = NAMES.filter((name) => filters[name] !== NONE[name]);
  const query = new URLSearchParams(chosen.map((name) => [name, filters[name]])).toString();
  return query && `?${query}`;
}

/** Whether the filters select lines from all months; a side does, unless it filters the open month. */
export const isPicking = ({ q, service, show, month }: Filters): boolean =>
  q !== '' || service !== '' || (show !== 'all' && !/^\d/.test(month));

/** Changes replace the history entry: «back» leaves the screen and does not undo single letters. */
export function useFilters() {
  const { search } = useLocation();
  const [filters, setFilters] = useState(() => readFilters(search));
  const change = useCallback((part: Partial<Filters>) => {
    setFilters((former) => {
      const next = { ...former, ...part };
      window.history.replaceState(window.history.state, '', window.location.pathname + writeFilters(next));
      return next;
    });
  }, []);
  return [filters, change] as const;
}
