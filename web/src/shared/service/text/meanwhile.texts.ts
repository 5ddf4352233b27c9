import type { User } from '#web/shared/data/frame-data.ts';
import { kindOf, type UserKind } from './service-state.tsx';

type Held = Pick<User, 'user_type' | 'state' | 'reason'>;
const isDebt = ({ reason }: Held): boolean => reason === 'debt';
/** In other states the mail server defers letters, and their senders try again (`docs/mail.md`). */
const keepsLetters = ({ state, reason }: Held): boolean =>
  state === 'paused' || reason === 'debt' || reason === 'repair';

/** What a client fears to lose while a service does not work, and in which states we answer it. */
const MEANWHILE: Record<UserKind, { isTold: (held: Held) => boolean; text: string }> = {
  internet: { isTold: isDebt, text: 'Пока открываются только кабинет и сайты банков, чтобы заплатить.' },
  tv: { isTold: isDebt, text: 'Каналы не показывают. Пакеты, опции и настройки приставки сохраним.' },
  sip: {
    isTold: () => true,
    text: 'Звонки не проходят, экстренные тоже: для них нужен другой телефон. Номер и пароль остаются за вами.',
  },
  mail: {
    isTold: keepsLetters,
    text: 'Новые письма приходят и ждут вас, пока в ящике есть место. Прочитать их и отправить свои пока нельзя.',
  },
};

export function meanwhileText(held: Held): string | undefined {
  if (held.state !== 'blocked' && held.state !== 'paused') return undefined;
  const { isTold, text } = MEANWHILE[kindOf(held.user_type)];
  return isTold(held) ? text : undefined;
}
