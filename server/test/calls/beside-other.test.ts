import { describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { Call } from '@kabinet/contract/kernel/call/call';
import { staffContract } from '@kabinet/contract/staff';
import { sql } from '#server/db/sql.ts';
import { handlerOf } from '../../src/handlers/handler-of.ts';
import { REFUSED_BESIDE } from '../../src/handlers/refused-beside.ts';
import { operatorHandlerOf } from '../../src/handlers/staff/handler-of.ts';
import { STAFF_REFUSED_BESIDE } from '../../src/handlers/staff/refused-beside.ts';
import { testPortal } from '../portal/portal.ts';
import { SUBSCRIBERS_BESIDE, type Calls } from './expected-beside-other.ts';
import { STAFF_BESIDE } from './expected-staff-beside-other.ts';

type Table = Readonly<Record<string, Readonly<Record<string, Call>>>>;
type Reasons = Readonly<Record<string, Readonly<Record<string, string>>>>;

const SIDES = [
  {
    who: 'subscribers',
    table: contract as unknown as Table,
    expected: SUBSCRIBERS_BESIDE,
    refused: REFUSED_BESIDE as Reasons,
    handler: handlerOf,
  },
  {
    who: 'the staff',
    table: staffContract as unknown as Table,
    expected: STAFF_BESIDE,
    refused: STAFF_REFUSED_BESIDE as Reasons,
    handler: operatorHandlerOf([]),
  },
];

const listed = (calls: Calls): string[] =>
  Object.entries(calls).flatMap(([group, names]) => names.map((name) => `${group}.${name}`));

describe.each(SIDES)('while another billing charges, of $who', ({ table, expected, refused, handler }) => {
  const reasons = new Map(
    Object.entries(refused).flatMap(([group, of]) =>
      Object.entries(of).map(([name, reason]) => [`${group}.${name}`, reason] as const),
    ),
  );

  test('each call that may write has chosen what it does', () => {
    const writing = Object.entries(table).flatMap(([group, calls]) =>
      Object.entries(calls).flatMap(([name, { method }]) => (method === 'GET' ? [] : [`${group}.${name}`])),
    );
    expect(
      Object.values<Calls>({ ...expected })
        .flatMap(listed)
        .sort(),
    ).toEqual(writing.sort());
    expect([...reasons.keys()].sort()).toEqual(listed(expected.refused).sort());
  });

  test('what is refused says so before it does anything, and only then', async () => {
    const { world } = await testPortal({ template: 'empty' });
    /** Without a request the handler itself can only fail. */
    const saidBy = async (name: string) => {
      const [group = '', one = ''] = name.split('.');
      const call = table[group]?.[one];
      if (!call) throw new Error(name);
      const failure: unknown = await handler(call)({ params: {}, query: {}, body: {} }, { ...world }).catch(
        (error: unknown) => error,
      );
      return (failure as { detail?: { message?: string } }).detail?.message;
    };
    for (const [name, reason] of reasons) expect(await saidBy(name), name).not.toBe(reason);
    await world.db.write((tx) => tx.run(sql`update charging_source set source = 'external'`));
    for (const [name, reason] of reasons) {
      expect(reason).toMatch(/^[А-Я].{20,}/);
      expect(await saidBy(name), name).toBe(reason);
    }
  });
});
