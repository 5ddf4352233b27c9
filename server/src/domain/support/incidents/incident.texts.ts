import { dayIn, type Day, type Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';
import { byText, dayText, namesText, plural, rubles } from '#server/domain/shared/text.rules.ts';
import type { ServiceKind } from '#server/domain/shared/service-kind.rules.ts';

const KINDS: Record<ServiceKind, string> = {
  internet: 'интернет',
  tv: 'ТВ',
  sip: 'SIP-телефония',
  mail: 'почта',
  telephone: 'телефон',
};

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** «Не работают интернет, ТВ». */
export function lostText(services: readonly ServiceKind[]): string {
  if (services.length === 0) return 'Не работают все услуги';
  const names = namesText(services.map((kind) => KINDS[kind]));
  return services.length === 1 ? `Не работает ${names}` : `Не работают ${names}`;
}

interface Published {
  readonly cause: string;
  readonly services: readonly ServiceKind[];
  readonly until: Instant | null;
  readonly freeMinutes: number | null;
  readonly zone: string;
  readonly now: Date;
}

export function incidentMessage({ cause, services, until, freeMinutes, zone, now }: Published): MessageText {
  const back = freeMinutes === null ? '' : ` ${compensationRule(freeMinutes)}.`;
  return message(
    capital(cause),
    `${lostText(services)}. ${until === null ? UNKNOWN_END : `Починим ${byText(until, dayIn(zone, now), zone)}`}.${back}`,
  );
}

/** Until `planIncident` tells the end. */
export const UNKNOWN_END = 'Срок пока неизвестен. Напишем, когда узнаем';

export interface PlannedIncident {
  readonly incidentId: number;
  readonly cause: string;
  readonly services: readonly ServiceKind[];
  /** «20 ноября к 17:00». */
  readonly by: string;
}

/** For those who have said «у меня тоже». */
export const plannedMessage = ({ cause, services, by }: PlannedIncident): MessageText =>
  message(`Починим ${by}`, `${capital(cause)}. ${lostText(services)}. Когда заработает, напишем ещё раз.`);

/** «5 ч 10 мин». */
export function durationText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours}\u00a0ч`, (rest > 0 || hours === 0) && `${rest}\u00a0мин`].filter(Boolean).join(' ');
}

export const compensationRule = (freeMinutes: number): string =>
  freeMinutes === 0
    ? 'Когда починим, вернём плату за всё время без услуги'
    : `Когда починим, вернём плату за время без услуги, кроме первых ${plural(freeMinutes, ['минуты', 'минут', 'минут'])}`;

interface Compensation {
  readonly name: string;
  readonly day: Day;
  readonly minutes: number;
}

/** A line of the history. */
export const lineText = ({ name, day, minutes }: Compensation, today: Day): string =>
  `Возврат за аварию ${dayText(day, today)}: «${name}», ${durationText(minutes)} без услуги`;

export interface CompensatedIncident {
  readonly incidentId: number;
  /** Where it is shown. */
  readonly account: 'i' | 't';
  readonly amount: Kopecks;
  readonly minutes: number;
  readonly cause: string;
}

export const compensatedMessage = ({ amount, minutes, cause }: CompensatedIncident): MessageText =>
  message(
    `Вернули ${rubles(amount)} за аварию`,
    `${capital(cause)}: посчитали ${durationText(minutes)} без услуг. Деньги уже на счёте, подробности — в истории платежей.`,
  );

export interface EndedIncident {
  readonly incidentId: number;
  readonly cause: string;
  readonly services: readonly ServiceKind[];
}

/** For those who have said «у меня тоже». */
export const overMessage = ({ cause, services }: EndedIncident): MessageText =>
  message(
    `Починили: ${cause.slice(0, 1).toLowerCase()}${cause.slice(1)}`,
    `${againText(services)}. Если у вас всё ещё нет связи, выключите роутер на минуту. Не поможет — нажмите «Не работает» на главной.`,
  );

/** «Снова работают интернет, ТВ». */
function againText(services: readonly ServiceKind[]): string {
  if (services.length === 0) return 'Все услуги снова работают';
  const names = namesText(services.map((kind) => KINDS[kind]));
  return services.length === 1 ? `Снова работает ${names}` : `Снова работают ${names}`;
}
