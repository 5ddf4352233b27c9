import { consentTopic } from './topic.ts';
import { message } from '#server/domain/messaging/message.texts.ts';
import type { Notice } from '#server/domain/messaging/notice.ts';

interface NewVersion {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly isRequired: boolean;
}

/** A consent has a new version: shown in the portal, once. */
export const consentAsked: Notice<NewVersion> = {
  name: 'consent.asked',
  category: 'service',
  isPortalOnly: true,
  link: () => '/settings/consents',
  shownDays: 90,
  key: ({ name, version }) => `${name}:${version}`,
  topic: ({ name }) => consentTopic(name),
  portal: ({ title, isRequired }) =>
    message(
      `Новая редакция: ${title.toLowerCase()}`,
      isRequired
        ? 'Прочитайте её в настройках, в разделе «Согласия», и подтвердите. Услуги работают как прежде.'
        : 'Прежнее согласие действует в прежней редакции. Новую можно прочитать и принять в настройках, в разделе «Согласия».',
    ),
};
