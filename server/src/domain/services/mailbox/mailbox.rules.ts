import type { Situation, User } from '../service/situation.rules.ts';

const BY_SUPPORT = 'Позвоните в поддержку: этот ящик закрыли мы';
const DELETED = 'Ящик удалён. Сначала верните его';

const WHY_NOT: Partial<Record<Situation, string>> = {
  closed: DELETED,
  operator: BY_SUPPORT,
  abuse: BY_SUPPORT,
  debt: 'Сначала оплатите долг: ящик сейчас выключен',
  paused: 'Ящик приостановлен. Сначала верните услугу',
};

/** Why forwarding and replies of a mailbox cannot be changed now; null if they can. */
export const whyNotChange = ({ state, reason }: Pick<User, 'state' | 'reason'>): string | null =>
  WHY_NOT[reason ?? (state as Situation)] ?? null;

/** Why a mailbox cannot be deleted now; null if it can. A debt does not prevent it. */
export function whyNotRemove({ state, reason }: Pick<User, 'state' | 'reason'>): string | null {
  if (state === 'closed') return 'Ящик уже удалён';
  return reason === 'operator' || reason === 'abuse' ? BY_SUPPORT : null;
}
