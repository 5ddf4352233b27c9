import type { Notice } from '#server/domain/messaging/notice.ts';
import { byStaffMessage, type ChangedByStaff } from './staff-change.texts.ts';

/** Without a key: the same may be changed any number of times. */
export const changedByStaff: Notice<ChangedByStaff> = {
  name: 'contract.changed_by_staff',
  category: 'service',
  link: () => '/',
  shownDays: 30,
  portal: byStaffMessage,
};
