import { expect, test } from 'vitest';
import type { Notice } from '#server/domain/messaging/notice.ts';
import * as contacts from './contacts/notices.ts';
import * as credentials from './credentials/notices.ts';
import * as passkeys from './passkeys/notices.ts';
import * as personalKey from './personal-key/notices.ts';
import * as recovery from './recovery/notices.ts';
import * as secondStep from './second-factor/notices.ts';
import * as session from './session/notices.ts';

const SAFETY = [contacts, credentials, passkeys, personalKey, recovery, secondStep, session].flatMap(
  (all) => Object.values(all) as Notice<never>[],
);

test('safety does not wait for the morning; what only the portal shows wakes nobody', () => {
  expect(SAFETY.filter(({ category }) => category !== 'security')).toEqual([]);
  const isWaiting = ({ isUrgent, isPortalOnly }: Notice<never>) => isUrgent !== true && isPortalOnly !== true;
  expect(SAFETY.filter(isWaiting).map(({ name }) => name)).toEqual([]);
  expect(SAFETY.filter(({ isPortalOnly }) => isPortalOnly).map(({ name }) => name)).toEqual(['recovery.asked']);
});

test('a break-in is shown until it is read, a change for thirty days, a sign-in and its likes for seven', () => {
  const shownFor = (days: number | null) =>
    SAFETY.filter(({ shownDays }) => shownDays === days)
      .map(({ name }) => name)
      .toSorted();
  expect(shownFor(null)).toEqual(['second_step.guessed', 'session.secret_reused']);
  expect(shownFor(7)).toEqual(['recovery.asked', 'session.new_device']);
  expect(shownFor(30)).toHaveLength(SAFETY.length - 4);
});
