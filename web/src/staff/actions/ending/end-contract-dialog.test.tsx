import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { contract, Wire } from '../../api/contract.ts';
import { Ending } from './end-contract-dialog.tsx';

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

const rowsOf = (charged: string): string[] => {
  const account = {
    kind: 'i',
    account_no: '200001i',
    balance: '500.00',
    returned: '0.00',
    charged,
    left: '0.00',
    settled: '0.00',
  };
  const told = { services: [], refusal: null, from: '2026-11-20', notes: [], accounts: [account] };
  render(<Ending told={told as unknown as Wire<typeof contract.clients.close>} today="2026-11-20" />);
  return screen
    .getAllByRole('term')
    .map((term) => plain(`${term.textContent}: ${term.nextSibling?.textContent ?? ''}`));
};

it('the end of a contract names what is charged for calls and the rest', () => {
  expect(rowsOf('2.20')).toContain('Начислим за разговоры и прочее: −2,20 ₽');
});

it('and nothing of it when nothing waits', () => {
  expect(rowsOf('0.00').join()).not.toContain('Начислим');
});
