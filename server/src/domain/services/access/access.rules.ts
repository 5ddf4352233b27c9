import type { Situation, User } from '../service/situation.rules.ts';

export const UNLOCKABLE = ['login_locked', 'session_stuck', 'binding_stale'] as const;
type Unlockable = (typeof UNLOCKABLE)[number];

export const isUnlockable = (situation: Situation): situation is Unlockable =>
  (UNLOCKABLE as readonly Situation[]).includes(situation);

/** Why unlocking does not help, and what does. */
export function wayOut(situation: Exclude<Situation, 'active' | Unlockable>, support: string): string {
  const call = `Позвоните в поддержку: ${support}`;
  const ways: Record<typeof situation, string> = {
    connecting: 'Услугу ещё подключаем: разблокировать нечего',
    paused: 'Услуга на паузе по вашей просьбе. Верните её с паузы',
    closed: 'Услуга закрыта',
    debt: 'Услуга отключена за долг. Пополните счёт, и включим сразу',
    schedule: 'Сейчас интернет закрыт графиком доступа. Измените график или поставьте его на паузу',
    abuse: `С вашего адреса шла вредная рассылка. Проверьте устройства. ${call}`,
    operator: `Услугу закрыл провайдер. ${call}`,
    repair: `Идёт ремонт, разблокировка не поможет. ${call}`,
  };
  return ways[situation];
}

/** Lines that identify a subscriber without a login; a telephone modem does not. */
const BY_LINE: readonly User['user_type'][] = ['isg', 'ethernet', 'homenet'];

/** Situations in which access settings cannot change. */
const NOT_IN: Partial<Record<Situation, string>> = {
  closed: 'Услуга закрыта',
  connecting: 'Сначала услугу нужно подключить',
};

/** Why automatic authentication cannot be switched; null if it can. */
export function whyNotAutoAuth(type: User['user_type'], situation: Situation): string | null {
  if (!BY_LINE.includes(type)) return 'Вход без пароля бывает только у интернета по кабелю';
  return NOT_IN[situation] ?? null;
}

/** Why the password cannot be changed; null if it can. */
export function whyNotPassword(type: User['user_type'], situation: Situation, hasOne: boolean): string | null {
  if (type === 'tv') return 'У ТВ нет пароля: приставку узнают по её номеру';
  const blockReason = NOT_IN[situation];
  if (blockReason !== undefined) return blockReason;
  return hasOne ? null : 'Пароль этой услуги кабинету неизвестен. Первый раз его сменит поддержка';
}
