import { beforeEach, expect, it, vi } from 'vitest';
import { leaveFor } from '#web/lib/page/leave.ts';
import { writeStored } from '#web/lib/page/stored.ts';
import { at, json, requests } from '../../../test/stub.ts';
import { enterIfSignedIn } from './already-in.ts';

vi.mock('#web/lib/page/leave.ts', () => ({ leaveFor: vi.fn() }));

const open = (search: string, { token = '', kept = false } = {}) => {
  window.history.replaceState(null, '', `/lk/login${search}`);
  document.cookie = token ? `ilkat=${token}; path=/` : 'ilkat=; path=/; max-age=0';
  if (kept) writeStored('cache', {});
  return enterIfSignedIn();
};

beforeEach(() => {
  vi.mocked(leaveFor).mockClear();
  at('POST', '/lk/auth', () => json({}));
});

it.each([{ token: 'token' }, { kept: true }])('redirects a signed-in visitor: %o', async (traces) => {
  await open('?return=/lk/payment/i', traces);
  expect(leaveFor).toHaveBeenCalledExactlyOnceWith('/payment/i');
});

it('stays when the session is over', async () => {
  at('POST', '/lk/auth', () => json({ code: 'session_ended' }, 401));
  await open('', { token: 'token' });
  expect(leaveFor).not.toHaveBeenCalled();
});

it.each([
  ['a stranger', ''],
  ['whoever is told why he is here', '?why=ended'],
])('sends no request for %s', async (_, search) => {
  await open(search, { token: search && 'token' });
  expect(requests()).toEqual([]);
  expect(leaveFor).not.toHaveBeenCalled();
});
