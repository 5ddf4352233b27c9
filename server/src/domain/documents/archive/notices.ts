import { message } from '#server/domain/messaging/message.texts.ts';
import type { Notice } from '#server/domain/messaging/notice.ts';

interface About {
  readonly archiveId: string;
  /** «Chrome на Android», from where it was ordered. */
  readonly browser: string;
}

/** A warning: somebody who has taken over a session would order an archive. */
export const archiveOrdered: Notice<About> = {
  name: 'archive.ordered',
  category: 'security',
  link: () => '/settings/data',
  shownDays: 30,
  isUrgent: true,
  key: ({ archiveId }) => archiveId,
  portal: ({ browser }) =>
    message(
      'Заказан архив ваших данных',
      `Его заказали из кабинета: ${browser}. Скачать архив можно только в кабинете.`,
      'Если это были не вы, смените пароль и закройте кабинет на других устройствах.',
    ),
};

interface Ready {
  readonly archiveId: string;
  /** «27 ноября, 14:05». */
  readonly untilText: string;
}

export const archiveReady: Notice<Ready> = {
  name: 'archive.ready',
  // The message about a newer archive replaces that about the older one.
  topic: () => 'archive',
  category: 'service',
  link: () => '/settings/data',
  shownDays: 7,
  key: ({ archiveId }) => archiveId,
  portal: ({ untilText }) =>
    message(
      'Архив ваших данных готов',
      `Скачайте его в настройках, в разделе «Ваши данные», до ${untilText}. Потом мы его сотрём.`,
    ),
};
