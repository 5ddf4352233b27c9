import { expect, test } from 'vitest';
import { allCalls, contract } from '../../index.ts';
import { matchGet, subPath } from './address.ts';

test('finds a call by the address built for it', () => {
  expect(subPath(contract.userProgram.infos, { id: 7 })).toBe('user-program/infos/7');
  expect(matchGet(allCalls, 'user-program/infos/7')).toEqual({ call: contract.userProgram.infos, params: { id: '7' } });
});

test.each([
  ['user/list', contract.user.list],
  ['email-user/list', contract.emailUser.list],
  ['internet-schedule/defs', contract.internetSchedule.defs],
  ['user/17', contract.user.get],
])('a literal wins over a template: %s', (path, expected) => {
  expect(matchGet(allCalls, path)?.call).toBe(expected);
});

test.each(['payment/sbp', 'plan/change', 'user', 'user/', 'user/1/2', 'user/%2e%2e', '__proto__', 'toString'])(
  '%s matches no read call',
  (path) => {
    expect(matchGet(allCalls, path)).toBeUndefined();
  },
);
