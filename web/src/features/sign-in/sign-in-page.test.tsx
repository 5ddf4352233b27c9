import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { problems } from '@kabinet/contract/kernel/problem';
import { contract } from '#web/api/contract.ts';
import { setProvider } from '#web/lib/page/provider.ts';
import { readStored, writeStored } from '#web/lib/page/stored.ts';
import { renderAt } from '../../../test/render.tsx';
import { answers, at, json, refuses, requests } from '../../../test/stub.ts';
import { SignInPage } from './sign-in-page.tsx';

const TOKEN = '/api/v2/auth/token';
const sent = () => requests().filter(({ path }) => path === TOKEN);

beforeEach(() => {
  // Stays after the test: the form may mount once more while the page goes on to the cabinet.
  Object.assign(window, { matchMedia: () => ({ matches: true }) });
  answers(
    contract.byDefault.getTown,
    {},
    {
      town: 'Тольятти',
      town_id: 1,
      phones: [{ label: 'Поддержка', phone: '78482001234' }],
      is_default: false,
    },
  );
});

afterEach(() => vi.unstubAllGlobals());

async function signIn(login = '100001', password = 'demo-kabinet') {
  await userEvent.type(screen.getByLabelText('Номер договора, телефон или почта'), login);
  await userEvent.type(screen.getByLabelText('Пароль'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Войти' }));
}

it('signs in and opens the requested page', async () => {
  answers(contract.auth.token, {}, { access_token: 'token', token_type: 'Bearer', expires_in: 600 });
  renderAt('/login?return=/lk/payment/i/629', <SignInPage />, '/login');
  await signIn(' 100001 ');
  await waitFor(() => expect(window.location.pathname).toBe('/lk/payment/i/629'));
  expect(sent()[0]?.body).toEqual({ grant: 'password', login: '100001', password: 'demo-kabinet' });
});

it.each([
  ['ended', 'Этот сеанс завершили на другом устройстве.'],
  ['expired', 'Сеанс закончился по времени.'],
  ['signed_out', 'Вы вышли из кабинета.'],
  ['stolen', 'Мы завершили этот сеанс.'],
  ['password_changed', 'Пароль кабинета сменили.'],
  ['over', 'Сеанс закончился.'],
])('shows the reason for the sign-in: %s', async (why, words) => {
  renderAt(`/login?return=/payment/i&why=${why}`, <SignInPage />, '/login');
  expect(await screen.findByText(words)).toBeVisible();
});

it('forgets the payments that the former session was waiting for', async () => {
  writeStored('awaited', 'a payment');
  renderAt('/login?why=over', <SignInPage />, '/login');
  await waitFor(() => {
    expect(readStored('awaited', 'nothing')).toBe('nothing');
  });
});

it.each(['', '?why=welcome', '?why=<b>x</b>'])('shows no reason for an address without one: %s', (search) => {
  renderAt(`/login${search}`, <SignInPage />, '/login');
  expect(screen.queryByRole('status')).toBeNull();
});

it('shows an error beside the form and keeps the input', async () => {
  refuses(contract.auth.token, {}, 'login_refused');
  renderAt('/login', <SignInPage />);
  await signIn('100001', 'wrong');
  const password = screen.getByLabelText('Пароль');
  await waitFor(() => expect(password).toHaveAccessibleDescription(problems.login_refused.text));
  expect(screen.getByLabelText('Номер договора, телефон или почта')).toHaveValue('100001');
  expect(password).toHaveValue('wrong');
  await waitFor(() => expect(password).toHaveFocus());
});

it('reports empty fields at once, without a request', async () => {
  renderAt('/login', <SignInPage />);
  await userEvent.click(screen.getByRole('button', { name: 'Войти' }));
  const login = screen.getByLabelText('Номер договора, телефон или почта');
  expect(login).toHaveAccessibleDescription('Введите номер договора, телефон или почту');
  await waitFor(() => expect(login).toHaveFocus());
  expect(sent()).toHaveLength(0);
});

it('counts down a lock, sends nothing meanwhile, and then allows a retry', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  at('POST', TOKEN, () => {
    const { status, text: message } = problems.login_locked;
    const refusal = json({ status, code: 'login_locked', message }, status);
    refusal.headers.set('retry-after', '27');
    return refusal;
  });
  renderAt('/login', <SignInPage />);
  await signIn();
  const button = await screen.findByRole('button', { name: /Войти можно через 00:2\d/ });
  expect(screen.getByRole('alert')).toHaveTextContent('Слишком много попыток входа');
  await userEvent.click(button);
  expect(sent()).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(button).toHaveTextContent(/00:1\d/);
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(screen.getByRole('button', { name: 'Войти' })).toBeVisible();
  expect(screen.getByText('Можно пробовать снова.')).toBeVisible();
});

it('allows another login while one is locked', async () => {
  refuses(contract.auth.token, {}, 'login_locked');
  renderAt('/login', <SignInPage />);
  await signIn();
  await screen.findByRole('button', { name: /Войти можно через/ });
  await userEvent.type(screen.getByLabelText('Номер договора, телефон или почта'), '9');
  expect(screen.getByRole('button', { name: 'Войти' })).toBeVisible();
});

it('says that there is no network, and keeps the input', async () => {
  at('POST', TOKEN, () => Promise.reject(new TypeError('Failed to fetch')));
  renderAt('/login', <SignInPage />);
  await signIn();
  expect(await screen.findByText(/Нет связи с сервером/)).toBeVisible();
  expect(screen.getByLabelText('Пароль')).toHaveValue('demo-kabinet');
});

it('warns about Caps Lock while the password is typed', async () => {
  renderAt('/login', <SignInPage />);
  await userEvent.type(screen.getByLabelText('Пароль'), '{CapsLock}A');
  expect(await screen.findByText(/Включён Caps Lock/)).toBeVisible();
});

it('shows the phones of the town, and leads to the form for a forgotten password', async () => {
  renderAt('/login?return=/lk/payment/i', <SignInPage />, '/login');
  expect(await screen.findByRole('heading', { name: 'Тольятти' })).toBeVisible();
  const link = screen.getByRole('link', { name: 'Забыли пароль?' });
  expect(link).toHaveAttribute('href', '/lk/login?return=%2Flk%2Fpayment%2Fi&forgot=');
});

it('asks for the second step only when the server does, and keeps what was typed', async () => {
  refuses(contract.auth.token, {}, 'second_step_needed');
  renderAt('/login', <SignInPage />);
  expect(screen.queryByLabelText('Код из приложения')).toBeNull();
  await signIn();
  const otp = await screen.findByLabelText('Код из приложения');
  refuses(contract.auth.token, {}, 'second_step_refused');
  await userEvent.type(otp, '123 456{Enter}');
  await waitFor(() => expect(otp).toHaveAccessibleDescription(problems.second_step_refused.text));
  expect(sent().at(-1)?.body).toEqual({ grant: 'password', login: '100001', password: 'demo-kabinet', otp: '123 456' });
});

it('asks for a new password after a one-time password', async () => {
  refuses(contract.auth.token, {}, 'new_password_needed');
  renderAt('/login', <SignInPage />);
  await signIn();
  const fresh = await screen.findByLabelText('Новый пароль');
  answers(contract.auth.token, {}, { access_token: 'token', token_type: 'Bearer', expires_in: 600 });
  await userEvent.type(fresh, 'два верблюда{Enter}');
  await waitFor(() => expect(sent().at(-1)?.body).toMatchObject({ new_password: 'два верблюда' }));
});

it('replaces a forgotten password by a code', async () => {
  answers(
    contract.recovery.begin,
    {},
    { recovery: 'secret', expires_at: '2026-11-20T10:15:00.000Z', again_at: '2026-11-20T10:06:00.000Z' },
  );
  refuses(contract.recovery.finish, {}, 'code_wrong');
  renderAt('/login?forgot=&return=/lk/payment/i', <SignInPage />, '/login');
  await userEvent.type(await screen.findByLabelText('Номер договора, телефон или почта'), 'a@mail.example');
  await userEvent.click(screen.getByRole('button', { name: 'Прислать код' }));
  const code = await screen.findByLabelText('Код из письма');
  await userEvent.type(code, '123456');
  await userEvent.type(screen.getByLabelText('Новый пароль'), 'два верблюда{Enter}');
  await waitFor(() => expect(code).toHaveAccessibleDescription(problems.code_wrong.text));
  answers(
    contract.recovery.finish,
    {},
    { access_token: 'token', token_type: 'Bearer', expires_in: 600, new_access: 0 },
  );
  await userEvent.click(screen.getByRole('button', { name: 'Сменить пароль и войти' }));
  await waitFor(() => expect(window.location.pathname).toBe('/lk/payment/i'));
  expect(requests().at(-1)?.body).toEqual({ recovery: 'secret', code: '123456', new_password: 'два верблюда' });
});

it('asks how to send the code only if there is a choice', async () => {
  setProvider({ codes: { phone: false, email: true } });
  onTestFinished(() => setProvider({ codes: { phone: true, email: true } }));
  renderAt('/login?forgot=', <SignInPage />, '/login');
  expect(await screen.findByText(/^Пришлём код на почту/)).toBeVisible();
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.getByRole('button', { name: 'Прислать код' })).toBeVisible();
});
