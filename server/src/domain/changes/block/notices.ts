import type { ServiceRef } from '#server/integrations/network/port.ts';
import type { Notice } from '#server/domain/messaging/notice.ts';
import { blockedMessage, blockedText, openedMessage, openedText, type Blocked, type Opened } from './block.texts.ts';
import { blockTopic } from './topic.ts';

// Without keys: a service may be closed and opened any number of times.
const ofBlock = { category: 'service', link: () => '/', shownDays: 30 } as const;

export const serviceBlocked: Notice<Blocked & ServiceRef> = {
  ...ofBlock,
  name: 'service.blocked',
  topic: blockTopic,
  isUrgent: true,
  portal: blockedMessage,
  fields: ({ name, reason }) => ({ услуга: name, причина: reason }),
  sms: blockedText,
};

export const serviceOpened: Notice<Opened & ServiceRef> = {
  ...ofBlock,
  name: 'service.opened',
  topic: blockTopic,
  portal: openedMessage,
  fields: ({ name }) => ({ услуга: name }),
  sms: openedText,
};
