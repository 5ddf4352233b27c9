import type { IconName } from '#web/ui/icon/icon.tsx';
import { counted, dayOf, dayText, momentText, timeText } from '#web/lib/text/format.ts';
import type { Action, Remote, TvDevice } from './tv-devices.ts';

interface Words {
  /** The text of the row and of the button. */
  name: string;
  icon: IconName;
  /** The question before the command; absent if nothing is asked. */
  question?: string;
  /** What it does to the viewer. */
  consequence?: string;
}

export const actions: Record<Action, Words> = {
  reboot: {
    name: 'Перезагрузить',
    icon: 'refresh',
    question: 'Перезагрузить приставку?',
    consequence: 'Просмотр прервётся на\u00a0минуту-две. Настройки и\u00a0записи останутся.',
  },
  reload: { name: 'Обновить список каналов', icon: 'layers' },
  reset_pin: {
    name: 'Сбросить PIN',
    icon: 'key',
    question: 'Сбросить PIN приставки?',
    consequence: 'Родительский PIN станет таким, каким был при подключении. Просмотр не\u00a0прервётся.',
  },
  message: { name: 'Показать сообщение', icon: 'message-question' },
  rebind: {
    name: 'Заменить приставку',
    icon: 'arrow-left-right',
    question: 'Отвязать эту приставку?',
    consequence:
      'Она перестанет показывать, а\u00a0её место сможет занять другая. Вернуть её можно так же, как подключить новую.',
  },
};

type Look = 'info' | 'ok' | 'bad';

/** The last outcome of a command, as its second line. */
export function outcomeOf({ last }: Remote, today: string): { look: Look; icon: IconName; text: string } | undefined {
  if (!last) return undefined;
  const { state, ordered_at, answered_at, is_confirmed } = last;
  const at = whenText(answered_at ?? ordered_at, today);
  switch (state) {
    case 'sent':
      return { look: 'info', icon: 'loader', text: `Отправили в\u00a0${timeText(ordered_at)}, ждём` };
    case 'done':
      return {
        look: 'ok',
        icon: 'circle-check',
        text: is_confirmed ? `Готово ${at}` : `Передали ${at}, приставка выполнит за\u00a0минуту-две`,
      };
    case 'offline':
      return { look: 'bad', icon: 'wifi-off', text: `Была не\u00a0на связи ${at}. Включите её и\u00a0повторите` };
    case 'timed_out':
      return { look: 'bad', icon: 'circle-x', text: `Не\u00a0ответила ${at}. Проверьте питание и\u00a0кабель` };
  }
}

/** `сегодня в 13:52`, `19 ноября`. */
function whenText(moment: string, today: string): string {
  const day = dayOf(moment);
  return day === today ? `сегодня в\u00a0${timeText(moment)}` : dayText(day, today);
}

/** How often a command can be sent, told before it is. */
export const restText = (seconds: number): string =>
  seconds > 60
    ? `Повторить можно будет через ${counted(Math.round(seconds / 60), 'минуту', 'минуты', 'минут')}.`
    : 'Повторить можно будет через минуту.';

export function deviceSeenText({ is_online, seen_at, is_leaving }: TvDevice, today: string): string {
  if (is_leaving) return 'Отвязываем…';
  if (is_online) return seen_at === null ? 'На\u00a0связи' : seenAt(seen_at, today);
  return seen_at === null ? 'Нет связи' : `Нет связи с\u00a0${sinceText(seen_at, today)}`;
}

const seenAt = (moment: string, today: string): string =>
  dayOf(moment) === today ? `Смотрели сегодня, ${timeText(moment)}` : `Смотрели ${momentText(moment, today)}`;

/** After «с»: `19 ноября`, today `13:52`. */
const sinceText = (moment: string, today: string): string =>
  dayOf(moment) === today ? timeText(moment) : dayText(dayOf(moment), today);

/** «Приставка на связи», «На связи 1 приставка из 3»; nothing without boxes. */
export function boxesText(devices: readonly Pick<TvDevice, 'kind' | 'is_online'>[]): string | undefined {
  const boxes = devices.filter(({ kind }) => kind === 'box');
  const online = boxes.filter(({ is_online }) => is_online).length;
  if (boxes.length < 2)
    return boxes.length === 0 ? undefined : `Приставка ${online === 1 ? '' : 'не\u00a0'}на\u00a0связи`;
  return `На\u00a0связи ${counted(online, 'приставка', 'приставки', 'приставок')} из\u00a0${boxes.length}`;
}
