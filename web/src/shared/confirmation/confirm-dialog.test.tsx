import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { problems } from '@kabinet/contract/kernel/problem';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { sayError } from '#web/ui/toast/toast-store.ts';
import { renderAt } from '../../../test/render.tsx';
import { answers, at, json, refuses, requests } from '../../../test/stub.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

const START = '2026-11-20T10:05:00.000Z';
const GUARDED = '/api/v2/notice/read-message';
const guardedCalls = () => requests().filter(({ path }) => path === GUARDED);

const WAYS = {
  password: { changed_at: '2026-03-03T10:05:00.000Z', least: 8, most: 128 },
  second_step: { enabled_at: null, backup_codes_left: 0 },
  passkeys: [],
};
const PASSKEY = { passkey_id: 'a', name: 'Chrome на Windows', is_synced: false, added_at: START, used_at: null };

/** A server that refuses until the password was right. */
function guard(ways: Wire<typeof contract.security.get> = WAYS): void {
  answers(contract.security.get, {}, ways);
  at('POST', GUARDED, () => {
    const isConfirmed = requests().some(
      ({ body }) => (body as { password?: string } | undefined)?.password === 'right',
    );
    const { status, text: message } = problems.confirmation_required;
    return isConfirmed ? json({ id: 1, read_at: '' }) : json({ code: 'confirmation_required', message }, status);
  });
  at('POST', '/api/v2/auth/confirm', ({ body }) => {
    const { status, text: message } = problems.confirmation_refused;
    return (body as { password: string }).password === 'right'
      ? json({ confirmed_until: '2026-11-20T10:05:00.000Z' })
      : json({ code: 'confirmation_refused', message }, status);
  });
}

function Screen() {
  const { mutate } = useAction(contract.notice.readMessage);
  const act = (): void =>
    mutate(
      { body: { id: 1 } },
      { onError: (failure) => sayError(failure, 'Не получилось'), onSuccess: () => undefined },
    );
  return (
    <>
      <label>
        Заметка <input />
      </label>
      <button type="button" onClick={act}>
        Сделать
      </button>
      <ConfirmDialog />
    </>
  );
}

const start = async () => {
  renderAt('/', <Screen />);
  await userEvent.type(screen.getByLabelText('Заметка'), 'Не потерять');
  await userEvent.click(screen.getByRole('button', { name: 'Сделать' }));
  return screen.findByLabelText('Пароль от кабинета');
};

it('asks for the password, repeats the refused request, and loses nothing that was typed', async () => {
  guard();
  await userEvent.type(await start(), 'right{Enter}');
  await waitFor(() => expect(guardedCalls()).toHaveLength(2));
  expect(guardedCalls()[1]?.body).toEqual({ id: 1 });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText('Заметка')).toHaveValue('Не потерять');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('a request whose answer was lost after the confirmation is the same request when it is made again', async () => {
  guard();
  const field = await start();
  at('POST', GUARDED, () =>
    guardedCalls().length === 2 ? Promise.reject(new TypeError()) : json({ id: 1, read_at: '' }),
  );
  await userEvent.type(field, 'right{Enter}');
  expect(await screen.findByText(/Нет связи с сервером/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Сделать' }));
  await waitFor(() => expect(guardedCalls()).toHaveLength(3));
  const [, lost, again] = guardedCalls().map(({ headers }) => headers.get('idempotency-key'));
  expect(again).toBe(lost);
});

it('says at the field what is wrong, and goes on with the right password', async () => {
  guard();
  const field = await start();
  await userEvent.click(screen.getByRole('button', { name: 'Подтвердить' }));
  expect(field).toHaveAccessibleDescription('Введите пароль');
  await userEvent.type(field, 'wrong{Enter}');
  await waitFor(() => expect(field).toHaveAccessibleDescription(problems.confirmation_refused.text));
  expect(field).toHaveFocus();
  expect(guardedCalls()).toHaveLength(1);
  await userEvent.clear(field);
  await userEvent.type(field, 'right{Enter}');
  await waitFor(() => expect(guardedCalls()).toHaveLength(2));
});

it('sends nothing when the subscriber declines, and says why nothing happened', async () => {
  guard();
  await start();
  await userEvent.click(screen.getByRole('button', { name: 'Отмена' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(problems.confirmation_required.text);
  expect(guardedCalls()).toHaveLength(1);
});

it('does not ask for any other refusal', async () => {
  refuses(contract.notice.readMessage, {}, 'not_found');
  answers(contract.auth.confirm, {}, { confirmed_until: '' });
  renderAt('/', <Screen />);
  await userEvent.click(screen.getByRole('button', { name: 'Сделать' }));
  await screen.findByRole('alert');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('offers a passkey beside the password, and alone when there is no password', async () => {
  guard({ ...WAYS, passkeys: [PASSKEY] });
  await start();
  expect(await screen.findByRole('button', { name: 'Подтвердить ключом' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Подтвердить' })).toBeVisible();
});

it('asks for no password that there is not', async () => {
  guard({
    ...WAYS,
    password: { ...WAYS.password, changed_at: null },
    passkeys: [PASSKEY, { ...PASSKEY, passkey_id: 'b' }],
  });
  renderAt('/', <Screen />);
  await userEvent.click(screen.getByRole('button', { name: 'Сделать' }));
  expect(await screen.findByRole('button', { name: 'Подтвердить ключом' })).toBeVisible();
  expect(screen.queryByLabelText('Пароль от кабинета')).toBeNull();
});
