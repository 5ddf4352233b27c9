import { byText, dayOf } from '#web/lib/text/format.ts';
import { kindForms, type ListKind } from './service.texts.ts';

/** «Не работают интернет, ТВ»; an empty list means all services. */
export function lostText(lost: readonly ListKind[]): string {
  if (lost.length === 0) return 'Не\u00a0работают все услуги';
  const names = lost.map((kind) => kindForms[kind].within);
  return `${lost.length === 1 ? 'Не\u00a0работает' : 'Не\u00a0работают'} ${names.join(', ')}`;
}

/** «Починим к 17:00»; that it is not known yet; or that the promise was not kept. */
export function endText(until: string | null, now: Date): string {
  if (until === null) return 'Срок пока неизвестен. Напишем, когда узнаем';
  const by = byText(until, dayOf(now));
  return new Date(until) > now ? `Починим ${by}` : `Обещали починить ${by} и\u00a0не\u00a0успели. Напишем новый срок`;
}
