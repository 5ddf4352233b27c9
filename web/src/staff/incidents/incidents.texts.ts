import { counted, momentText } from '#web/lib/text/format.ts';
import type { contract, Wire } from '../api/contract.ts';

export type StaffIncident = Wire<typeof contract.incidents.list>[number];
export type IncidentHit = Wire<typeof contract.incidents.show>['hit'];

export const contractsHit = (count: number): string => counted(count, 'договор', 'договора', 'договоров');

/** «Сообщить 214 договорам». */
export const toContracts = (count: number): string => counted(count, 'договору', 'договорам', 'договорам');

/** The button that publishes: it tells how many will read it. */
export const publishText = (count: number): string =>
  count === 0 ? 'Записать аварию: договоров здесь нет' : `Сообщить ${toContracts(count)}`;

export const SERVICE_WORDS = {
  internet: 'Интернет',
  tv: 'ТВ',
  sip: 'SIP-телефония',
  mail: 'Почта',
  telephone: 'Телефон',
} as const;

export type IncidentKind = keyof typeof SERVICE_WORDS;

export const servicesText = (services: readonly IncidentKind[]): string =>
  services.length === 0 ? 'все услуги' : services.map((kind) => SERVICE_WORDS[kind]).join(', ');

export function openTitle(open: number): string {
  if (open === 0) return 'Открытых аварий нет';
  return open === 1 ? 'Открыта одна авария' : `Открыто аварий: ${open}`;
}

export const sinceText = ({ began_at, planned_until: until, ended_at: ended }: StaffIncident, today: string): string =>
  ended === null
    ? `С ${momentText(began_at, today)}${until === null ? ', срок не назван' : `, обещали до ${momentText(until, today)}`}`
    : `${momentText(began_at, today)} — ${momentText(ended, today)}`;

/** A field of date and time, as the call takes it: `2026-11-24 14:00`. */
export const momentTyped = (typed: string): string => typed.replace('T', ' ');
