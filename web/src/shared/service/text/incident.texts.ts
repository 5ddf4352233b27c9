import { dayOf, dayText, timeText } from '#web/lib/text/format.ts';
import { kindForms, type ListKind } from './service.texts.ts';

/** «Не работают интернет, ТВ»; an empty list means all services. */
export function lostText(lost: readonly ListKind[]): string {
  if (lost.length === 0) return 'Не\u00a0работают все услуги';
  const names = lost.map((kind) => kindForms[kind].within);
  return `${lost.length === 1 ? 'Не\u00a0работает' : 'Не\u00a0работают'} ${names.join(', ')}`;
}

/** «Починим к 17:00», or that it is not known yet. */
export const endText = (until: string | null, today: string): string =>
  until === null ? 'Срок пока неизвестен. Напишем, когда узнаем' : `Починим ${byText(until, today)}`;

/** «к 17:00», on another day «24 ноября к 17:00». */
function byText(moment: string, today: string): string {
  const time = `к\u00a0${timeText(moment)}`;
  return dayOf(moment) === today ? time : `${dayText(dayOf(moment), today)} ${time}`;
}
