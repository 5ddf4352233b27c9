import { expect, test } from 'vitest';
import { z } from 'zod';
import { SIGHT_OF_ROLE } from '@kabinet/contract/staff';
import { masked, maskedInput } from '#server/kernel/call/masking.ts';

/** New ones for each test: what a schema says is read once. */
function schemas() {
  const Phone = z.string().meta({ personal: 'phone' });
  const Person = z.object({ id: z.int(), phone: Phone.nullable(), more: z.object({ phone: Phone }).optional() });
  const Page = z.object({ items: z.array(Person), by: z.record(z.string(), Phone), one: z.union([Person, z.int()]) });
  return { Phone, Person, Page };
}

const [WHOLE, MASKED] = [SIGHT_OF_ROLE.cashier, SIGHT_OF_ROLE.owner];
const NUMBER = '79271234567';
const page = (phone: string) => ({
  items: [
    { id: 1, phone, more: { phone } },
    { id: 2, phone: null },
  ],
  by: { office: phone },
  one: { id: 3, phone },
});

test('what is personal is masked at any depth: lists, records, one of several; whoever may see it, sees it', () => {
  const { Page } = schemas();
  expect(masked(Page, page(NUMBER), MASKED)).toEqual(page('•••67'));
  expect(masked(Page, page(NUMBER), WHOLE)).toEqual(page(NUMBER));
  expect(masked(Page, { ...page(NUMBER), one: 7 }, MASKED)).toEqual({ ...page('•••67'), one: 7 });
});

test('what has no mark, or another shape than its schema says, stays as it is', () => {
  const { Phone, Person, Page } = schemas();
  const plain = z.object({ text: z.string(), list: z.array(z.string()), by: z.record(z.string(), z.string()) });
  const value = { text: NUMBER, list: [NUMBER], by: { a: NUMBER } };
  expect(masked(plain, value, MASKED)).toBe(value);
  expect(masked(z.union([z.string(), z.int()]), NUMBER, MASKED)).toBe(NUMBER);
  for (const odd of [null, 7, 'x', undefined]) expect(masked(Page, odd, MASKED)).toBe(odd);
  expect(masked(z.array(Phone), 'x', MASKED)).toBe('x');
  expect(masked(z.record(z.string(), Phone), [NUMBER], MASKED)).toEqual([NUMBER]);
  expect(masked(Person, { id: 1 }, MASKED)).toEqual({ id: 1 });
  expect(masked(Person, [{ id: 1, phone: NUMBER }], MASKED)).toEqual([{ id: 1, phone: NUMBER }]);
});

test('a marked field of many texts has each of them masked', () => {
  const Any = z.unknown().meta({ personal: 'phone' });
  const value = { list: [NUMBER, { deep: NUMBER }], count: 7, none: null };
  expect(masked(z.object({ any: Any }), { any: value }, MASKED)).toEqual({
    any: { list: ['•••67', { deep: '•••67' }], count: 7, none: null },
  });
});

test('a request is masked by the fields of its call; what the call does not know stays', () => {
  expect(maskedInput({ phone: schemas().Phone }, { phone: NUMBER, other: NUMBER }, MASKED)).toEqual({
    phone: '•••67',
    other: NUMBER,
  });
});
