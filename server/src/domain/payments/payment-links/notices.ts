import type { Notice } from '#server/domain/messaging/notice.ts';
import { linkPaidMessage, type LinkPaid } from './payment-link.texts.ts';

/** Somebody has paid by a link. The money itself is told of by `payment.came`, so only the portal shows this. */
export const linkPaid: Notice<LinkPaid> = {
  name: 'payment.by_link',
  category: 'payment',
  link: ({ p }) => `/payment/${p}`,
  shownDays: 14,
  isPortalOnly: true,
  portal: linkPaidMessage,
  key: ({ linkId }) => linkId,
};
