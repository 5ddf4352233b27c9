import type { Notice } from '#server/domain/messaging/notice.ts';
import { invitationDeclinedMessage } from './invitation.texts.ts';
import { memberTermTexts, ownerTermTexts, type MemberTermChange, type TermChange } from './term.texts.ts';
import { memberTexts, ownerTexts, type ShareChange, type ToldMember } from './sharing.texts.ts';

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
export const otherShared: Notice<ToldMember> = { ...common, name: 'sharing.other', ...memberTexts };

/** Not urgent: a term ends at midnight. */
const ofTerm = {
  ...common,
  isUrgent: false,
  key: ({ shareId, what, moment }: TermChange) => `${shareId} ${what} ${moment}`,
};

/** Tells the owner of the term of a share: a day before its end, at its end, and when it was changed. */
export const ownTerm: Notice<TermChange> = { ...ofTerm, name: 'sharing.own_term', ...ownerTermTexts };

/** Tells the member the same. */
export const otherTerm: Notice<MemberTermChange> = { ...ofTerm, name: 'sharing.other_term', ...memberTermTexts };

/** Tells the owner that his invitation was refused. */
export const invitationDeclined: Notice<{ readonly invitationId: string; readonly name: string }> = {
  name: 'sharing.declined',
  category: 'security',
  link: () => '/settings/family',
  shownDays: 30,
  key: ({ invitationId }) => invitationId,
  portal: invitationDeclinedMessage,
};
