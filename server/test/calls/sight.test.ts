import { expect, test } from 'vitest';
import type { OperatorRole } from '@kabinet/contract/kernel/call/staff-call';
import type { Operator } from '#server/kernel/world.ts';
import { rolesOf, sightOf } from '#server/kernel/call/sight.ts';

const inProcess = (role: Operator['role']): Operator => ({ kind: 'operator', name: 'А', role });
const overHttp = (role: Operator['role'], roles: readonly OperatorRole[], calls: readonly string[] = []): Operator => ({
  ...inProcess(role),
  entry: { roles, calls } as unknown as NonNullable<Operator['entry']>,
});
const seen = (operator: Operator, isOnVisit?: boolean) => {
  const { phone, document } = sightOf(operator, isOnVisit);
  return [phone, document];
};

test('roles are those of the person; in this process the named one, and none of the server and of programs', () => {
  expect(rolesOf(overHttp('cashier', ['cashier', 'support']))).toEqual(['cashier', 'support']);
  expect(rolesOf(inProcess('engineer'))).toEqual(['engineer']);
  for (const nobody of ['server', 'program'] as const) expect(rolesOf(inProcess(nobody))).toEqual([]);
});

test('rights to see add up; a visit shows a person whole to a technician; a program needs a right of its own', () => {
  expect(seen(inProcess('server'))).toEqual(['whole', 'whole']);
  expect(seen(inProcess('owner'))).toEqual(['masked', 'hidden']);
  expect(seen(overHttp('owner', ['owner', 'support', 'auditor']))).toEqual(['whole', 'masked']);
  expect(seen(overHttp('technician', ['technician']))).toEqual(['masked', 'hidden']);
  expect(seen(overHttp('technician', ['technician']), false)).toEqual(['masked', 'hidden']);
  expect(seen(overHttp('technician', ['technician']), true)).toEqual(['whole', 'hidden']);
  expect(seen(overHttp('program', [], ['card']))).toEqual(['masked', 'hidden']);
  expect(seen(overHttp('program', [], ['card', 'see people']))).toEqual(['whole', 'hidden']);
});
