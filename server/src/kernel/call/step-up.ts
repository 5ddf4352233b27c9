import type { StaffEntry } from '../world.ts';

/** How long a proof holds. */
export const CONFIRMED_MS = 5 * 60_000;

/** Until when a person of the staff counts as confirmed; null: she does not. */
export function confirmedUntil({ confirmedAt }: Pick<StaffEntry, 'confirmedAt'>, now: Date): Date | null {
  if (!confirmedAt) return null;
  const until = new Date(confirmedAt.getTime() + CONFIRMED_MS);
  return until > now ? until : null;
}
