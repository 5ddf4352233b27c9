import { limitTopic } from './topic.ts';
import type { Notice } from '#server/domain/messaging/notice.ts';
import { rubles } from '#server/domain/shared/text.rules.ts';
import {
  directionOpenedMessage,
  UNTIL,
  WHEN,
  limitNearMessage,
  limitNearSms,
  limitRaisedMessage,
  limitSpentMessage,
  limitSpentSms,
  type OpenedDirection,
  type SpendingLimits,
  type LimitSpending,
} from './sip.texts.ts';

const fields = ({ login, by, spent, limit }: LimitSpending) => ({
  линия: login,
  период: WHEN[by],
  срок: UNTIL[by],
  потрачено: rubles(spent),
  лимит: rubles(limit),
});
const keyOf = ({ userId, of, limit }: LimitSpending) => `${userId}:${of}:${limit}`;

/** Four fifths of a limit are spent; sent once for each limit and its month or day. */
export const limitNear: Notice<LimitSpending> = {
  name: 'sip.limit_near',
  category: 'debt',
  shownDays: 7,
  portal: limitNearMessage,
  fields,
  sms: limitNearSms,
  key: keyOf,
  topic: limitTopic,
};

/** A limit is spent, and calls that cost money are refused. */
export const limitSpent: Notice<LimitSpending> = {
  name: 'sip.limit_spent',
  category: 'debt',
  shownDays: 7,
  isUrgent: true,
  portal: limitSpentMessage,
  fields,
  sms: limitSpentSms,
  key: keyOf,
  topic: limitTopic,
};

const ofSafety = { category: 'security', shownDays: null, isUrgent: true } as const;

export const limitRaised: Notice<SpendingLimits> = {
  ...ofSafety,
  name: 'sip.limit_raised',
  portal: limitRaisedMessage,
};
export const directionOpened: Notice<OpenedDirection> = {
  ...ofSafety,
  name: 'sip.direction_opened',
  portal: directionOpenedMessage,
};
