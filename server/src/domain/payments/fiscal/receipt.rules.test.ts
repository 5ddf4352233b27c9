import { expect, test } from 'vitest';
import { day, instant } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { nextQuestion, receiptFrom } from './receipt.rules.ts';

const SENT = new Date('2026-11-20T12:00:00Z');
const SECOND = 1000;
const HOUR = 3600 * SECOND;
const after = (ms: number) => new Date(SENT.getTime() + ms);
const wait = (age: number) => {
  const next = nextQuestion(after(age), SENT);
  return next && next.getTime() - SENT.getTime() - age;
};

test('the register is asked again after a third of the age, from ten seconds to an hour', () => {
  expect(wait(0)).toBe(10 * SECOND);
  expect(wait(30 * SECOND)).toBe(10 * SECOND);
  expect(wait(60 * SECOND)).toBe(20 * SECOND);
  expect(wait(3 * HOUR)).toBe(HOUR);
  expect(wait(6 * HOUR)).toBe(HOUR);
});

test('it is asked for three days', () => {
  expect(wait(72 * HOUR)).toBe(HOUR);
  expect(wait(72 * HOUR + 1)).toBeUndefined();
});

type Told = Parameters<typeof receiptFrom>[0];
const receipt = (own: Partial<Told> = {}) =>
  receiptFrom(
    {
      transaction_id: 17,
      try: 2,
      kind: 'sell',
      amount: kopecks(500_00),
      items: [{ account_no: '100107', amount: kopecks(500_00) }],
      happened_at: instant(new Date('2026-12-31T20:30:05Z')),
      email: null,
      phone: null,
      is_for_other: false,
      in_cash: false,
      ...own,
    },
    {
      zone: 'Europe/Samara',
      rates: [
        { from: day('2020-01-01'), percent: 20 },
        { from: day('2027-01-01'), percent: 22 },
      ],
      ownEmail: 'help@volga.example',
    },
  );

test('a receipt has the clock and the rate of the provider’s day', () => {
  expect(receipt()).toMatchObject({ externalId: 'kabinet-17-2', timestamp: '01.01.2027 00:30:05', vat: 22 });
});

test('a receipt goes to the e-mail, else to the phone, else to the provider itself', () => {
  expect(receipt({ email: 'maria@mail.ru', phone: '79271234567' }).client).toEqual({ email: 'maria@mail.ru' });
  expect(receipt({ phone: '79271234567' }).client).toEqual({ phone: '+79271234567' });
  expect(receipt().client).toEqual({ email: 'help@volga.example' });
});

test('whoever has paid by a link does not read whose account it is', () => {
  const own = receipt({ email: 'a@mail.example' });
  expect(own.items[0]!.text).toBe('Аванс за услуги связи, лицевой счёт 100107');
  const other = receipt({ email: 'b@mail.example', is_for_other: true });
  expect(other.items[0]!.text).toBe('Аванс за услуги связи');
  expect(other.client).toEqual({ email: 'b@mail.example' });
});
