import type { Notice } from '#server/domain/messaging/notice.ts';
import { rubles } from '#server/domain/shared/text.rules.ts';
import {
  capital,
  compensatedMessage,
  durationText,
  overMessage,
  plannedMessage,
  type CompensatedIncident,
  type EndedIncident,
  type PlannedIncident,
} from './incident.texts.ts';

export const incidentCompensated: Notice<CompensatedIncident> = {
  name: 'incident.compensated',
  category: 'payment',
  shownDays: 14,
  link: ({ account }) => `/payments-history/${account}`,
  portal: compensatedMessage,
  fields: ({ amount, minutes, cause }) => ({
    сумма: rubles(amount),
    причина: capital(cause),
    время: durationText(minutes),
  }),
  key: ({ incidentId }) => incidentId,
};

/** Told to those who have reported the incident, each time another end is named. */
export const incidentPlanned: Notice<PlannedIncident> = {
  name: 'incident.planned',
  category: 'support',
  shownDays: 1,
  portal: plannedMessage,
  key: ({ incidentId, by }) => `${incidentId}:${by}`,
};

/** Told to those who have reported the incident. */
export const incidentOver: Notice<EndedIncident> = {
  name: 'incident.over',
  category: 'support',
  shownDays: 2,
  portal: overMessage,
  key: ({ incidentId }) => incidentId,
};
