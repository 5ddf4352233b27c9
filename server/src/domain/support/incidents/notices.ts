import type { Notice } from '#domain/messaging/notice.ts';
import { compensatedMessage, type Compensated } from './incident.texts.ts';

export const incidentCompensated: Notice<Compensated> = {
  name: 'incident.compensated',
  category: 'money',
  shownDays: 14,
  portal: compensatedMessage,
  key: ({ incidentId }) => incidentId,
};
