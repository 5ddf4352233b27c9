import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { renderAt } from '../../../../test/render.tsx';
import { answers, requests } from '../../../../test/stub.ts';
import { OwnData } from './own-data.tsx';

const START = '2026-11-20T10:05:00.000Z';
const KEY = {
  personal_key_id: '00000000-0000-4000-8000-000000000001',
  name: 'Умный дом',
  scopes: ['balance' as const, 'services' as const],
  created_at: START,
  used_at: null,
};
const sent = (method: string, path: string) =>
  requests().filter((request) => request.method === method && request.path === `/api/v2/${path}`);

const open = () => {
  answers(contract.archive.get, {}, { archive: null, next_on: null, kept_days: 7 });
  return renderAt('/settings/data', <OwnData />, '/settings/data');
};

it('shows who of the staff has looked, or that nobody has', async () => {
  answers(contract.personalKey.list, {}, []);
  answers(contract.security.staffReads, {}, []);
  const { unmount } = open();
  expect(await screen.findByText(/Никто из сотрудников/)).toBeVisible();
  unmount();
  answers(contract.security.staffReads, {}, [
    { read_at: START, operator: 'Ольга В.', role: 'кассир', what: 'остатки на счетах договора' },
  ]);
  open();
  expect(await screen.findByText('Ольга В., кассир')).toBeVisible();
  expect(screen.getByText(/остатки на счетах договора/)).toBeVisible();
});

it('makes a key for what was chosen, and shows it once', async () => {
  answers(contract.security.staffReads, {}, []);
  answers(contract.personalKey.list, {}, []);
  answers(contract.personalKey.create, {}, { ...KEY, key: 'kabinet_abc' });
  open();
  const create = await screen.findByRole('button', { name: 'Создать ключ' });
  await waitFor(() => expect(create).not.toHaveAttribute('aria-disabled'));
  await userEvent.click(create);
  const dialog = screen.getByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Создать ключ' }));
  expect(within(dialog).getByLabelText('Для какой программы')).toHaveAccessibleDescription(/Назовите программу/);
  await userEvent.type(within(dialog).getByLabelText('Для какой программы'), 'Умный дом');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Услуги' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Создать ключ' }));
  expect(await screen.findByText('kabinet_abc')).toBeVisible();
  expect(sent('POST', 'personal-key')[0]?.body).toEqual({ name: 'Умный дом', scopes: ['balance', 'services'] });
  await userEvent.click(screen.getByRole('button', { name: 'Готово' }));
  expect(screen.queryByText('kabinet_abc')).toBeNull();
});

it('revokes a key after saying what then stops', async () => {
  answers(contract.security.staffReads, {}, []);
  answers(contract.personalKey.list, {}, [KEY]);
  answers(contract.personalKey.revoke, {}, { personal_key_id: KEY.personal_key_id });
  open();
  expect(await screen.findByText(/Видит: остатки, услуги/)).toHaveTextContent('ещё не пользовались');
  await userEvent.click(screen.getByRole('button', { name: 'Отозвать ключ «Умный дом»' }));
  expect(screen.getByRole('dialog')).toHaveTextContent('сразу перестанут видеть договор');
  await userEvent.click(screen.getByRole('button', { name: 'Отозвать' }));
  await waitFor(() => expect(sent('POST', 'personal-key/revoke')).toHaveLength(1));
});

it('says what to do about a calendar that has stopped, to whom has no address', async () => {
  answers(contract.security.staffReads, {}, []);
  for (const addresses of [[], [{ ...KEY, scopes: ['calendar' as const] }]]) {
    answers(contract.personalKey.list, {}, addresses);
    const { unmount } = open();
    await screen.findByRole('button', { name: 'Создать адрес' });
    expect(screen.queryAllByText(/календарь перестал обновляться, создайте адрес/)).toHaveLength(1 - addresses.length);
    unmount();
  }
});

it('makes an address of the calendar after saying what others see by it, and replaces it', async () => {
  const ADDRESS = { ...KEY, name: 'Календарь списаний', scopes: ['calendar' as const] };
  answers(contract.security.staffReads, {}, []);
  answers(contract.personalKey.list, {}, [ADDRESS]);
  answers(contract.personalKey.createCalendar, {}, { ...ADDRESS, calendar_url: 'https://lk.example/c.ics' });
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Заменить адрес/ }));
  const dialog = screen.getByRole('dialog', { name: 'Заменить адрес?' });
  expect(dialog.textContent.replaceAll('\u00a0', ' ')).toMatch(/без пароля увидит дни и суммы/);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Заменить' }));
  expect(await screen.findByText('https://lk.example/c.ics')).toBeVisible();
  expect(sent('POST', 'personal-key/calendar')[0]?.body).toEqual({
    name: 'Календарь списаний',
    replaces: KEY.personal_key_id,
  });
});
