import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { contract, type Wire } from '#web/api/contract.ts';
import { renderAt } from '../../../../test/render.tsx';
import { answers, refuses, requests } from '../../../../test/stub.ts';
import { Family } from './family.tsx';

const SINCE = '2026-10-01T10:05:00.000Z';
const MEMBER = {
  share_id: 'a',
  contract_id: 100_003,
  printed_no: null,
  name: 'Валеева Д.',
  contact: null,
  role: 'payer',
  until_day: null,
  since: SINCE,
  used_at: null,
  is_in: false,
} as const;

function serve(members: Wire<typeof contract.family.get>['members'] = []): void {
  answers(contract.family.get, {}, { members, invitations: [] });
  answers(contract.family.contracts, {}, []);
}

it('shows who has access, and takes it away after a question', async () => {
  serve([MEMBER]);
  answers(contract.family.revoke, {}, { share_id: 'a' });
  renderAt('/settings/family', <Family />);
  expect(await screen.findByText('Договор 100003, доступ плательщика')).toBeVisible();
  expect(screen.getByText(/ещё не заходили/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Закрыть доступ: Валеева Д.' }));
  const dialog = screen.getByRole('dialog', { name: 'Закрыть доступ?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Закрыть доступ' }));
  expect(requests().find(({ path }) => path.endsWith('/family/revoke'))?.body).toEqual({ share_id: 'a' });
});

it('shows the code of an invitation once, as text and QR', async () => {
  serve();
  const made = {
    invitation_id: 'i',
    role: 'full',
    until_day: null,
    contact: null,
    label: null,
    sent_at: null,
    created_at: SINCE,
    expires_at: SINCE,
  } as const;
  answers(
    contract.family.invite,
    {},
    { ...made, code: 'k7mfx-2xqd9', url: 'https://lk.test/lk/settings/family?code=k' },
  );
  renderAt('/settings/family', <Family />);
  expect(await screen.findByText('Пригласите того, кому доверяете')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Пригласить' }));
  await userEvent.click(screen.getByRole('button', { name: 'Кодом' }));
  await userEvent.click(screen.getByRole('radio', { name: /Полный доступ/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Создать код' }));
  expect(await screen.findByText('k7mfx-2xqd9')).toBeVisible();
  expect(screen.getByRole('img', { name: 'QR-код приглашения' })).toBeVisible();
  expect(requests().find(({ path }) => path.endsWith('/family/invite'))?.body).toEqual({
    role: 'full',
    until_day: null,
  });
});

it('tells whose contract a code opens before it asks for consent; a link fills the code in', async () => {
  serve();
  const offer = {
    contract_id: 100_002,
    printed_no: null,
    name: 'Самойлов О.',
    address: 'Тольятти, ул. Мира, 5',
    role: 'payer',
    until_day: null,
  } as const;
  answers(contract.family.look, {}, { ...offer, expires_at: SINCE });
  answers(contract.family.accept, {}, { share_id: 'b', contract_id: 100_002, role: 'payer' });
  renderAt('/settings/family?code=k7mfx-2xqd9', <Family />);
  expect(await screen.findByLabelText('Код приглашения')).toHaveValue('k7mfx-2xqd9');
  await userEvent.click(screen.getByRole('button', { name: 'Посмотреть приглашение' }));
  const dialog = await screen.findByRole('dialog', { name: 'Открыть этот договор?' });
  expect(within(dialog).getByText(/Самойлов О\./)).toBeVisible();
  expect(within(dialog).getByText(/видеть звонки, почту/)).toBeVisible();
  expect(requests().some(({ path }) => path.endsWith('/family/accept'))).toBe(false);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Согласиться' }));
  expect(requests().find(({ path }) => path.endsWith('/family/accept'))?.body).toEqual({ code: 'k7mfx-2xqd9' });
});

it('a link that is cut in the middle of a character leaves the code to be typed', async () => {
  serve();
  renderAt('/settings/family#k7mfx%D0%', <Family />);
  expect(await screen.findByLabelText('Код приглашения')).toHaveValue('');
});

it('says at the field why a code was refused', async () => {
  serve();
  refuses(contract.family.look, {}, 'invitation_refused');
  renderAt('/settings/family', <Family />);
  await userEvent.click(await screen.findByRole('button', { name: 'Посмотреть приглашение' }));
  expect(screen.getByText('Введите код приглашения')).toBeVisible();
  await userEvent.type(screen.getByLabelText('Код приглашения'), 'aaaaa');
  await userEvent.click(screen.getByRole('button', { name: 'Посмотреть приглашение' }));
  expect(await screen.findByText(/Код не подошёл или устарел/)).toBeVisible();
});

it('changes until when somebody has access, and asks for the day', async () => {
  serve([{ ...MEMBER, until_day: '2027-01-15' }]);
  answers(contract.family.changeTerm, {}, { share_id: 'a', until_day: null });
  renderAt('/settings/family', <Family />);
  expect(await screen.findByText(/Закроется 15.января 2027 в.00:00/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Изменить срок: Валеева Д.' }));
  const dialog = screen.getByRole('dialog', { name: 'Срок доступа' });
  const day = within(dialog).getByRole('textbox', { name: 'Когда закрыть доступ' });
  expect(day).toHaveValue('15.01.2027');
  await userEvent.clear(day);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
  expect(within(dialog).getByText('Выберите день')).toBeVisible();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Без срока' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
  const sent = requests().find(({ path }) => path.endsWith('/family/change-term'));
  expect(sent?.body).toEqual({ share_id: 'a', until_day: null });
});
