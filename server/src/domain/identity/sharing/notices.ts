import type { Notice } from '#domain/messaging/notice.ts';
import { memberTexts, ownerTexts, type ShareChange } from './sharing.texts.ts';

const common = {
  category: 'security',
  link: () => '/settings/family',
  shownDays: 30,
  isUrgent: true,
  key: ({ shareId, what }: ShareChange) => `${shareId} ${what}`,
} as const;

/** The owner of a contract hears who has got it, and who has it no more. */
export const ownShared: Notice<ShareChange> = { ...common, name: 'sharing.own', ...ownerTexts };

/** The member hears the same of the contract of another. */
export const otherShared: Notice<ShareChange> = { ...common, name: 'sharing.other', ...memberTexts };
