import type { HomeMovement } from '../home-data.ts';

export interface DayOfOperations {
  day: string;
  items: HomeMovement[];
}

/** The latest payments and charges together, by day, newest first. */
export function latestOperations(
  payments: readonly HomeMovement[],
  charges: readonly HomeMovement[],
  limit: number,
): DayOfOperations[] {
  const latest = [...payments, ...charges]
    .sort((a, b) => b.day.localeCompare(a.day) || b.at.localeCompare(a.at) || b.entry_id - a.entry_id)
    .slice(0, limit);
  return [...Map.groupBy(latest, ({ day }) => day)].map(([day, items]) => ({ day, items }));
}
