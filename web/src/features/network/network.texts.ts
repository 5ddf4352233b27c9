import { withoutStop } from '@kabinet/contract/kernel/russian';
import { now } from '#web/lib/clock/clock.ts';
import type { contract, Wire } from '#web/api/contract.ts';
import { capital, counted, dayText, keepTogether, number, timeText, dayOf } from '#web/lib/text/format.ts';

export type Load = NonNullable<Wire<typeof contract.network.load>>;
export type LoadPlace = Load['places'][number];
export type Events = Wire<typeof contract.network.events>;
export type Incident = Events['incidents'][number];
export type Day = Wire<typeof contract.network.day>;

const KINDS: Record<Incident['services'][number], string> = {
  internet: 'интернет',
  tv: 'ТВ',
  sip: 'SIP-телефония',
  mail: 'почта',
  telephone: 'телефон',
};

/** Of one kind in the past: «Не работала почта». */
const PAST: Record<Incident['services'][number], string> = {
  internet: 'Не работал',
  tv: 'Не работало',
  sip: 'Не работала',
  mail: 'Не работала',
  telephone: 'Не работал',
};

/** «Не работают интернет, ТВ», and in the past «Не работали». */
export function incidentLostText({ services, ended_at: ended }: Pick<Incident, 'services' | 'ended_at'>): string {
  const [first, ...more] = services;
  const many = ended === null ? 'Не работают' : 'Не работали';
  if (first === undefined) return `${many} все услуги`;
  const one = ended === null ? 'Не работает' : PAST[first];
  return keepTogether(`${more.length === 0 ? one : many} ${services.map((kind) => KINDS[kind]).join(', ')}`);
}

/** «сегодня в 14:05», «вчера в 19:20», «20 ноября, 19:20». */
export function incidentMomentText(moment: string, today: string, yesterday: string): string {
  const day = dayOf(moment);
  if (day === today) return keepTogether(`в ${timeText(moment)}`);
  if (day === yesterday) return keepTogether(`вчера в ${timeText(moment)}`);
  return `${dayText(day, today)}, ${timeText(moment)}`;
}

/** «Повреждён кабель», with a capital letter and without a full stop. */
export const causeText = (cause: string): string => keepTogether(capital(withoutStop(cause)));

/** «44 Гбит/с», «900 Мбит/с», «18,4 Мбит/с»; a line never ends behind the slash. */
export function bitRateText(mbit: number): string {
  if (mbit < 1000) return `${number(rounded(mbit, 100))}\u00a0Мбит/\u2060с`;
  return `${number(rounded(mbit / 1000, 10))}\u00a0Гбит/\u2060с`;
}

/** One digit after the comma below the bound. */
const rounded = (value: number, bound: number): number =>
  value < bound ? Math.round(value * 10) / 10 : Math.round(value);

export const percentText = (percent: number): string => `${number(Math.round(percent))}\u00a0%`;

export const peopleText = (count: number): string =>
  `${count % 10 === 1 && count % 100 !== 11 ? 'Сообщил' : 'Сообщили'} ${counted(count, 'человек', 'человека', 'человек')}`;

interface Head {
  readonly title: string;
  readonly lead: string;
}

/** The heading: a failure at the client's address, a failure elsewhere, or none. */
export function headOf({ here, incidents }: Events, today: string, yesterday: string): Head {
  const open = incidents.filter(({ ended_at: ended }) => ended === null);
  const own = open.find(({ is_here: isHere }) => isHere);
  if (own) return { title: 'Авария по вашему адресу', lead: ownText(own, today, yesterday) };
  const calm = here && keepTogether(`По вашему адресу, ${here.address}, аварий нет.`);
  const [near] = open;
  if (!near) return { title: 'Сеть работает', lead: calm ?? 'Аварий сейчас нет.' };
  const where = `${near.places[0] ?? 'В сети'}: ${lower(incidentLostText(near))}.`;
  return calm === null
    ? { title: 'В сети авария', lead: where }
    : { title: 'Авария рядом, не у вас', lead: `${where} ${calm}` };
}

function ownText(incident: Incident, today: string, yesterday: string): string {
  return keepTogether(`${incidentLostText(incident)}. ${plannedText(incident.planned_until, today, yesterday)}.`);
}

/** «Починим к 17:00»; that it is not known yet; or that the promise was not kept. */
export function plannedText(until: string | null, today: string, yesterday: string): string {
  if (until === null) return 'Срок пока неизвестен';
  const by = `к\u00a0${timeUntil(until, today, yesterday)}`;
  return new Date(until) > now() ? `Починим ${by}` : `Обещали починить ${by} и\u00a0не\u00a0успели`;
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** «17:00» today, else with the day. */
export const timeUntil = (moment: string, today: string, yesterday: string): string =>
  dayOf(moment) === today ? timeText(moment) : incidentMomentText(moment, today, yesterday);

/** Percent of the capacity above which clients notice the busiest hour. */
export const BUSY = 80;
