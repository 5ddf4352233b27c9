import type { Situation } from '../service/situation.rules.ts';

type Action = 'reboot' | 'reset_pin' | 'rebind' | 'reload' | 'message';

const MINUTE = 60_000;

/** A command without an answer for this time is given up, so that a box does not restart when nobody expects it. */
export const ANSWER_MS = MINUTE;

/** How long after a command was carried out the same one cannot be sent again. */
export const REST_MS: Readonly<Record<Action, number>> = {
  reboot: 2 * MINUTE,
  reset_pin: 2 * MINUTE,
  rebind: 2 * MINUTE,
  reload: MINUTE,
  message: MINUTE,
};

/** How old the list of devices must be before the platform is asked again. */
export const LOOK_REST_MS = MINUTE / 2;

export const TV_CODE_LIFE_MS = 10 * MINUTE;
export const CODES = { times: 5, within: 60 * MINUTE };
/** A code with less time left than this is replaced: nobody can type it in time. */
export const CODE_LEAST_MS = MINUTE;

interface Sent {
  readonly state: 'sent' | 'done' | 'offline' | 'timed_out';
  readonly ordered_at: string;
}

/** The state of a command at a moment: without an answer for a minute it is timed out, even if that is not stored yet. */
export const stateAt = ({ state, ordered_at }: Sent, now: Date): Sent['state'] =>
  state === 'sent' && now.getTime() - Date.parse(ordered_at) >= ANSWER_MS ? 'timed_out' : state;

/**
 * When the same command can be sent again; null: now. A command under way must end first; after a success there is a pause; a
 * command that the box did not get can be repeated at once.
 */
export function againFrom(action: Action, last: Sent | undefined, now: Date): Date | null {
  if (!last) return null;
  const state = stateAt(last, now);
  if (state === 'offline' || state === 'timed_out') return null;
  const from = Date.parse(last.ordered_at) + (state === 'sent' ? ANSWER_MS : REST_MS[action]);
  return from > now.getTime() ? new Date(from) : null;
}

/** Why a service has no remote control, codes and changes of devices; null if it has. */
export function whyNoRemote(situation: Situation): string | null {
  if (situation === 'active') return null;
  return NOT_IN[situation] ?? 'ТВ остановлено провайдером. Позвоните в поддержку, и расскажем, что случилось';
}

const NOT_IN: Partial<Record<Situation, string>> = {
  debt: 'ТВ отключено за долг. Пополните счёт, и команды снова заработают',
  paused: 'ТВ на паузе. Команды вернутся вместе с ним',
  connecting: 'ТВ ещё подключаем. Команды появятся, когда оно заработает',
  closed: 'Услуга закрыта',
  repair: 'Идёт ремонт. Команды вернутся, когда его закончат',
};

/** What was done a moment ago, for a refusal. */
export const DONE: Readonly<Record<Action, string>> = {
  reboot: 'Приставку только что перезагружали',
  reset_pin: 'PIN только что сбрасывали',
  rebind: 'Приставку только что отвязывали',
  reload: 'Список каналов только что обновляли',
  message: 'Сообщение только что показывали',
};

export const UNSUPPORTED: Readonly<Record<Action, string>> = {
  reboot: 'Эту приставку можно перезагрузить только кнопкой питания',
  reset_pin: 'PIN этой приставки сбросит поддержка',
  rebind: 'Заменить эту приставку поможет поддержка',
  reload: 'Эта приставка обновляет список каналов сама',
  message: 'Эта приставка не показывает сообщений',
};
