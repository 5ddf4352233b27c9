import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { inputText } from './approval.texts.ts';
import { RehearsalFacts } from './rehearsal-facts.tsx';

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
const facts = (reply: unknown): string[] => {
  render(<RehearsalFacts rehearsal={{ reply, changed: null }} />);
  return screen
    .getAllByRole('term')
    .map((term) => plain(`${term.textContent}: ${term.nextSibling?.textContent ?? ''}`));
};

it('a second person sees what a closed shift lacks, from the books and not from the words of the first', () => {
  const closed = {
    at: '2026-11-20T18:00:00Z',
    counted: '4000.00',
    difference: '-1000.00',
    to_safe: '3000.00',
    left: '1000.00',
  };
  expect(facts({ shift_id: 1, opening: '0.00', kinds: [], expected: '5000.00', closed })).toEqual([
    'Должно быть в ящике: 5 000 ₽',
    'Посчитали: 4 000 ₽',
    'Разница: −1 000 ₽',
    'Уйдёт в сейф: 3 000 ₽',
    'Останется на размен: 1 000 ₽',
  ]);
});

it('and what each account of a contract that ends gets', () => {
  const account = {
    kind: 'i',
    account_no: '200001i',
    balance: '100.00',
    returned: '0.00',
    charged: '2.20',
    left: '0.00',
    settled: '100.00',
  };
  const told = [
    'Счёт: 200001i',
    'Вернём за оставшиеся дни: 0 ₽',
    'Начислим за разговоры и прочее: 2,20 ₽',
    'Останется на счёте: 0 ₽',
    'Выплатим или спишем: 100 ₽',
  ];
  expect(facts({ accounts: [account] })).toEqual(told);
});

it('the fields of a request are told in words, a long list by its length', () => {
  expect(plain(inputText({ counted: '4000', left: '1000' }))).toBe('посчитали 4 000 ₽, на размен 1 000 ₽');
  expect(inputText({ contract_id: '7', settle: 'paid_out' })).toBe('договор 7, остаток выплатить');
  expect(inputText({ contracts: ['1', '2'] })).toBe('договоров 2');
  expect(inputText({ contracts: { size: 640, sha256: '00' } })).toBe('договоров 640');
});
