import { copiesTopic, deletedTopic } from './topic.ts';
import type { Day } from '@kabinet/contract/kernel/day';
import { message } from '#server/domain/messaging/message.texts.ts';
import type { Notice } from '#server/domain/messaging/notice.ts';
import { dayText } from '#server/domain/shared/text.rules.ts';

/** A warning: an intruder would first send himself copies of letters. */
export const copiesAreSent: Notice<{ readonly address: string; readonly target: string }> = {
  name: 'mail.copies_sent',
  topic: ({ address }) => copiesTopic(address),
  category: 'security',
  shownDays: null,
  isUrgent: true,
  portal: ({ address, target }) =>
    message(
      'Копии писем уходят на другой адрес',
      `Письма на ${address} теперь копируются на ${target}. Если включали не вы, выключите пересылку и смените пароли кабинета и ящика.`,
    ),
};

export const mailboxDeleted: Notice<{ readonly address: string; readonly keptUntil: Day; readonly today: Day }> = {
  name: 'mail.deleted',
  topic: ({ address }) => deletedTopic(address),
  category: 'service',
  fields: ({ address, keptUntil, today }) => ({ ящик: address, день: dayText(keptUntil, today) }),
  shownDays: 30,
  portal: ({ address, keptUntil, today }) =>
    message(
      'Почтовый ящик удалён',
      `${address} больше не принимает писем. Вернуть его вместе с письмами можно до ${dayText(keptUntil, today)}.`,
    ),
};
