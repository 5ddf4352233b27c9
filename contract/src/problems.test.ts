import { expect, test } from 'vitest';
import { allCalls } from './index.ts';
import { allProblems, GENERAL_PROBLEMS } from './kernel/problem.ts';
import { staffCalls } from './staff/index.ts';

/** What answers before a call is known, or beside the calls: the session, a personal key, a secure link, the role of the staff, their network and their repeats. */
const OUTSIDE_CALLS = [
  'session_ended',
  'session_expired',
  'session_signed_out',
  'session_stolen',
  'session_password_changed',
  'session_access_closed',
  'key_not_allowed',
  'link_spent',
  'role_not_allowed',
  'network_not_allowed',
  'repeated_without_reply',
];

test('every code is one that some call, or any call, may return', () => {
  const declared = [...allCalls, ...staffCalls].flatMap(({ problems }): readonly string[] => problems);
  const returned = new Set<string>([...GENERAL_PROBLEMS, ...OUTSIDE_CALLS, ...declared]);
  expect(Object.keys(allProblems).filter((code) => !returned.has(code))).toEqual([]);
});

test('no two codes say the same words', () => {
  const texts = Object.values(allProblems).map(({ text }) => text);
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
});
