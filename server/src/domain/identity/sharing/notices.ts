import type { Notice } from '#server/domain/messaging/notice.ts';
import { memberTexts, ownerTexts, type ShareChange } from './sharing.texts.ts';

const common = {
  category: 'security',
  link: () => '/settings/family',
  shownDays: 30,
  isUrgent: true,
  key: ({ shareId, what }: ShareChange) => `${shareId} ${what}`,
} as const;

/** Tells the owner of a contract who has got access to it and who has lost it. */
export const ownShared: Notice<ShareChange> = { ...common, name: 'sharing.own', ...ownerTexts };

/** Tells the member the same about the shared contract. */
export const otherShared: Notice<ShareChange> = { ...common, name: 'sharing.other', ...memberTexts };
