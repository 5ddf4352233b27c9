import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { contract } from '#api/contract.ts';
import { renderAt } from '../../../test/render.tsx';
import { answers, at, json } from '../../../test/stub.ts';
import { Page } from './payments-history-page.tsx';
import { totalsOf, type Month } from './totals.ts';

const month = (period: string, opening: string, paid: string, charged: string, closing: string): Month => ({
  period,
  opening,
  paid,
  charged,
  closing,
});
const payment = (id: number, amount: string) => ({
  entry_id: id,
  day: '2026-11-12',
  at: '2026-11-12T14:42:00.000Z',
  amount,
  text: 'Пополнение по СБП',
  method: 'sbp',
  user_id: null,
  period: null,
});
const show = (p: 'i' | 't') => renderAt(`/payments-history/${p}`, <Page />, '/payments-history/:p(i|t)');

beforeEach(() => {
  answers(contract.telephone.get, {}, []);
  answers(
    contract.internetAccount.statTotal,
    {},
    {
      items: [
        month('2026-11', '1073.50', '1200.00', '1039.00', '1234.50'),
        month('2026-10', '1612.50', '500.00', '1039.00', '1073.50'),
      ],
      next: null,
    },
  );
  answers(contract.internetAccount.statPayments, {}, { items: [payment(2, '1200.00')], next: 'c2' });
  answers(contract.internetAccount.statCharges, {}, { items: [], next: null });
});

it('shows the months, and what they come to together', async () => {
  show('i');
  const row = (await screen.findByRole('rowheader', { name: /Ноябрь/ })).closest('tr')!;
  expect(row).toHaveTextContent(/1\s073,50\s₽\+1\s200,00\s₽−1\s039,00\s₽1\s234,50\s₽/);
  const totals = screen.getByRole('region', { name: /За\s2\sмесяца/ });
  expect(within(totals).getByText('Пополнено').parentElement).toHaveTextContent(/1\s700,00\s₽/);
});

it('asks for the next page by the cursor, and only when wanted', async () => {
  const asked: string[] = [];
  const first = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    asked.push(input instanceof Request ? input.url : input.toString());
    return first(input, init);
  };
  show('i');
  const payments = await screen.findByRole('region', { name: 'Пополнения' });
  const more = await within(payments).findByRole('button', { name: 'Показать ещё' });
  expect(asked.filter((url) => url.includes('stat-payments'))).toEqual([expect.not.stringContaining('cursor')]);
  answers(contract.internetAccount.statPayments, {}, { items: [payment(1, '500.00')], next: null });
  await userEvent.click(more);
  expect(await within(payments).findByText(/\+500/)).toBeVisible();
  expect(within(payments).getByText(/\+1\s200/)).toBeVisible();
  expect(asked.at(-1)).toContain('cursor=c2');
  expect(within(payments).queryByRole('button')).not.toBeInTheDocument();
});

it('a page that did not come leaves the former ones, and can be asked for again', async () => {
  show('i');
  const payments = await screen.findByRole('region', { name: 'Пополнения' });
  const more = await within(payments).findByRole('button', { name: 'Показать ещё' });
  at('GET', '/api/v2/internet-account/stat-payments', () => json({ status: 500 }, 500));
  await userEvent.click(more);
  expect(await within(payments).findByText('Продолжение не загрузилось.')).toBeVisible();
  expect(within(payments).getByText(/\+1\s200/)).toBeVisible();
  answers(contract.internetAccount.statPayments, {}, { items: [payment(1, '500.00')], next: null });
  await userEvent.click(within(payments).getByRole('button', { name: 'Показать ещё' }));
  expect(await within(payments).findByText(/\+500/)).toBeVisible();
});

it('an empty list says why it is empty', async () => {
  show('i');
  expect(await screen.findByText('Списаний ещё не было')).toBeVisible();
});

it('the telephone account has months only', async () => {
  answers(
    contract.telephoneAccount.statTotal,
    {},
    { items: [month('2026-11', '0.00', '500.00', '87.20', '412.80')], next: null },
  );
  show('t');
  expect(await screen.findByRole('rowheader', { name: /Ноябрь/ })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Пополнения' })).not.toBeInTheDocument();
});

it('totals run from the opening of the oldest month to the closing of the newest', () => {
  expect(
    totalsOf([month('2026-02', '-5.10', '10.20', '1.10', '4.00'), month('2026-01', '0.00', '0.00', '5.10', '-5.10')]),
  ).toEqual({ since: '2026-01-01', opening: '0.00', paid: '10.20', charged: '6.20', closing: '4.00' });
  expect(totalsOf([])).toBeUndefined();
});
