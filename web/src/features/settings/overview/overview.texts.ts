import { counted, keepTogether } from '#web/lib/text/format.ts';
import type { Ground } from './parts.ts';
import type { Unfinished } from './unfinished.texts.ts';

const restText = (rest: number): string =>
  rest === 0
    ? 'Остальное настроено и работает.'
    : `И ещё ${counted(rest, 'дело', 'дела', 'дел')}, ${rest === 1 ? 'оно отмечено' : 'они отмечены'} ниже.`;

/** The heading of the overview: the one thing that is not finished, or that all is. */
export function overviewHead(
  { role }: Pick<Ground, 'role'>,
  [first, ...rest]: readonly Unfinished[],
  hasFailed: boolean,
): { title: string; lead: string } {
  if (first) return { title: keepTogether(first.title), lead: restText(rest.length) };
  if (hasFailed) return { title: 'Настройки', lead: 'Часть ответов не загрузилась. Разделы открываются.' };
  if (role !== undefined) {
    const what = role === 'full' ? 'уведомления, вид и ваш доступ' : 'вид и ваш доступ';
    return { title: 'Остальное настраивает владелец', lead: `Вам здесь открыты ${what}.` };
  }
  return { title: 'Всё настроено', lead: 'Нажмите на строку, чтобы что-нибудь изменить.' };
}
