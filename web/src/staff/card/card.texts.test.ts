import { expect, it } from 'vitest';
import type { ContractCard } from './card-data.ts';
import { cardLead } from './card.texts.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const account = (kind: 'i' | 't', more: object) => ({ kind, blocked: false, lasts_until: null, days_left: 9, ...more });
const lead = (...accounts: readonly object[]) =>
  plain(
    cardLead(
      { state: 'active', chain: { finding: { title: 'Отключено за долг' } }, accounts } as unknown as ContractCard,
      '2026-11-27',
    ),
  );

it('tells what is missing on all accounts, as the desk takes it, and on each', () => {
  const internet = account('i', { blocked: true, missing: '628.50' });
  const telephone = account('t', { blocked: true, missing: '187.40' });
  expect(lead(internet, telephone)).toBe(
    'Отключено за долг. Не хватает 815,90 ₽: 628,50 ₽ за интернет и ТВ, 187,40 ₽ за телефон.',
  );
  expect(lead(internet, account('t', { lasts_until: '2026-12-01' }))).toBe(
    'Отключено за долг. Не хватает 628,50 ₽ за интернет и ТВ.',
  );
});

it('tells of a telephone whose money ends at another day', () => {
  const until = (kind: 'i' | 't', day: string) => account(kind, { lasts_until: day });
  expect(lead(until('i', '2027-01-01'), until('t', '2026-12-01'))).toContain(
    'Хватит до 1 января 2027. Телефон: хватит до 1 декабря.',
  );
  expect(lead(until('i', '2026-12-01'), until('t', '2026-12-01'))).toMatch(/Хватит до 1 декабря\.$/);
});
