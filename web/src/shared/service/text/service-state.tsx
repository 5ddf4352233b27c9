import { State, type Tone } from '#web/ui/card/state.tsx';
import type { IconName } from '#web/ui/icon/icon.tsx';
import type { User } from '#web/shared/data/frame-data.ts';

interface Look {
  tone: Tone;
  icon: IconName;
  word: string;
}

/** The groups of the specification (9): tv, sip and mail are separate, all other types are internet. */
export type UserKind = 'internet' | 'tv' | 'sip' | 'mail';
export const kindOf = (type: User['user_type']): UserKind =>
  type === 'tv' || type === 'sip' || type === 'mail' ? type : 'internet';

export const kinds: Record<UserKind, { word: string; icon: IconName }> = {
  internet: { word: 'Интернет', icon: 'globe' },
  tv: { word: 'ТВ', icon: 'tv' },
  sip: { word: 'SIP-телефония', icon: 'headset' },
  mail: { word: 'Почта', icon: 'mail' },
};

const states: Record<User['state'], Look> = {
  active: { tone: 'ok', icon: 'circle-check', word: 'Работает' },
  connecting: { tone: 'info', icon: 'loader', word: 'Подключаем' },
  paused: { tone: 'wait', icon: 'circle-pause', word: 'Пауза' },
  blocked: { tone: 'bad', icon: 'circle-x', word: 'Не работает' },
  closed: { tone: 'off', icon: 'archive', word: 'Закрыта' },
};

const reasons: Record<NonNullable<User['reason']>, Look> = {
  debt: { tone: 'bad', icon: 'circle-x', word: 'Отключена за долг' },
  login_locked: { tone: 'bad', icon: 'lock', word: 'Вход закрыт' },
  session_stuck: { tone: 'bad', icon: 'refresh', word: 'Сеанс завис' },
  binding_stale: { tone: 'bad', icon: 'arrow-left-right', word: 'Сменилось устройство' },
  schedule: { tone: 'wait', icon: 'calendar-clock', word: 'Закрыта по графику' },
  abuse: { tone: 'bad', icon: 'triangle-alert', word: 'Остановлена из-за вируса' },
  operator: { tone: 'bad', icon: 'lock', word: 'Остановлена провайдером' },
  repair: { tone: 'wait', icon: 'wrench', word: 'Ремонт' },
};

/** Look and text of the state of a service; when blocked, by its reason. */
export const lookOf = ({ state, reason }: Pick<User, 'state' | 'reason'>): Look =>
  state === 'blocked' && reason !== null ? reasons[reason] : states[state];

/** The state of a service in one word with its icon; the normal state is less prominent. */
export function ServiceState({ user }: { user: Pick<User, 'state' | 'reason'> }) {
  const { tone, icon, word } = lookOf(user);
  return (
    <State tone={tone} icon={icon} quiet={tone === 'ok'}>
      {word}
    </State>
  );
}

/** The path of the page of a service. */
export const pathOf = ({ user_type, user_id }: Pick<User, 'user_type' | 'user_id'>): string =>
  `/${kindOf(user_type)}/${user_id}`;
