import type { Notice } from '#domain/messaging/notice.ts';
import { compensatedMessage, type Compensated } from './incident.texts.ts';

export const incidentCompensated: Notice<Compensated> = {
  name: 'incident.compensated',
  category: 'payment',
  shownDays: 14,
  link: () => '/payments-history/i',
  portal: compensatedMessage,
  key: ({ incidentId }) => incidentId,
};
