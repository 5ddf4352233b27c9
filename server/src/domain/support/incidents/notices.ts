import type { Notice } from '#domain/messaging/notice.ts';
import { compensatedMessage, overMessage, type Compensated, type Over } from './incident.texts.ts';

export const incidentCompensated: Notice<Compensated> = {
  name: 'incident.compensated',
  category: 'payment',
  shownDays: 14,
  link: () => '/payments-history/i',
  portal: compensatedMessage,
  key: ({ incidentId }) => incidentId,
};

/** Told to those who have reported the incident. */
export const incidentOver: Notice<Over> = {
  name: 'incident.over',
  category: 'support',
  shownDays: 2,
  portal: overMessage,
  key: ({ incidentId }) => incidentId,
};
