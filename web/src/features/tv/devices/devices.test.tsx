import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { NOW, user } from '../../../../test/home-world.ts';
import { renderAt } from '../../../../test/render.tsx';
import { answers, refuses, requests } from '../../../../test/stub.ts';
import { app, box, remote, tvDevices } from '../../../../test/tv-world.ts';
import { Toaster } from '#web/ui/toast/toaster.tsx';
import { Devices } from './devices.tsx';
import { boxesText } from './devices.texts.ts';
import type { Action, Remote, TvDevices } from './tv-devices.ts';

const { tvUser } = contract;
const PARAMS = { params: { id: '2' } };
const ago = (ms: number) => new Date(NOW.getTime() - ms).toISOString();
const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: NOW });
  serve();
  answers(tvUser.look, PARAMS, { is_looking: false });
});
afterEach(() => void vi.useRealTimers());

const serve = (own: Partial<TvDevices> = {}) => answers(tvUser.devices, PARAMS, tvDevices(own));
const serveBox = (...commands: Remote[]) => serve({ devices: [box({ remote: commands })] });
const show = () =>
  renderAt(
    '/tv/2',
    <>
      <Devices user={user({ user_id: 2, user_type: 'tv' })} />
      <Toaster />
    </>,
  );
const plain = (element: HTMLElement) => element.textContent.replaceAll('\u00a0', ' ');
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const sent = (path: string) => requests().filter((one) => one.path.includes(path));

const last = (action: Action, own: Partial<NonNullable<Remote['last']>> = {}): NonNullable<Remote['last']> => ({
  command_id: 1,
  device: 'VB4',
  action,
  state: 'done',
  is_confirmed: true,
  ordered_at: ago(20 * MINUTE),
  answered_at: ago(20 * MINUTE),
  ...own,
});
const command = (name: RegExp) => screen.findByRole('button', { name });

it('sends at once what disturbs nobody, waits for the box, and tells its answer without a reload', async () => {
  show();
  const row = await command(/^Обновить список каналов/);
  const ordered = last('reload', { state: 'sent', ordered_at: ago(0), answered_at: null });
  answers(tvUser.remoteControl, PARAMS, ordered);
  serveBox(remote('reload', { last: ordered, again_from: ago(-MINUTE) }));
  await userEvent.click(row);
  expect(plain(await command(/^Обновить список каналов.*ждём/))).toContain('Отправили в 14:05, ждём');
  expect(sent('/remote-control/')[0]?.body).toEqual({ action: 'reload', device: 'VB4' });
  expect(await command(/^Обновить/)).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(await command(/^Обновить/));
  expect(sent('/remote-control/')).toHaveLength(1);
  serveBox(remote('reload', { last: last('reload', { answered_at: ago(0) }), again_from: ago(-MINUTE) }));
  await wait(2500);
  expect(plain(await command(/^Обновить/))).toContain('Готово сегодня в 14:05. Ещё раз с 14:06');
});

it('asks before a command that interrupts; declined, it is not sent', async () => {
  show();
  await userEvent.click(await command(/^Перезагрузить/));
  const dialog = screen.getByRole('dialog', { name: 'Перезагрузить приставку?' });
  expect(plain(dialog)).toContain('Просмотр прервётся на минуту-две');
  expect(plain(dialog)).toContain('Повторить можно будет через минуту.');
  await userEvent.click(within(dialog).getByRole('button', { name: /^Не\sсейчас$/ }));
  expect(sent('/remote-control/')).toEqual([]);
  await userEvent.click(await command(/^Перезагрузить/));
  answers(tvUser.remoteControl, PARAMS, last('reboot', { state: 'sent', answered_at: null }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Перезагрузить' }));
  expect(sent('/remote-control/').map(({ body }) => body)).toEqual([{ action: 'reboot', device: 'VB4' }]);
});

it.each([
  ['offline', 'Была не на связи сегодня в 13:45. Включите её и повторите'],
  ['timed_out', 'Не ответила сегодня в 13:45. Проверьте питание и кабель'],
] as const)('of a command that ended %s it says what to do, and repeats it', async (state, words) => {
  serveBox(remote('reload', { last: last('reload', { state }) }));
  show();
  const row = await command(/^Обновить/);
  expect(plain(row)).toContain(words);
  expect(row).not.toHaveAttribute('aria-disabled');
  answers(tvUser.remoteControl, PARAMS, last('reload'));
  await userEvent.click(row);
  expect(sent('/remote-control/')).toHaveLength(1);
});

it('does not promise what the platform cannot know', async () => {
  serveBox(remote('reload', { last: last('reload', { is_confirmed: false }) }));
  show();
  expect(plain(await command(/^Обновить/))).toContain('Передали сегодня в 13:45, приставка выполнит за минуту-две');
});

it('with TV blocked: the reason stands once, commands and codes are not offered', async () => {
  const control = { status: 'locked' as const, text: 'ТВ отключено за долг', possible_from: null };
  serve({
    devices: [box({ remote: [remote('reload', { control }), remote('reboot', { control })] }), app()],
    activation: { control, code: null, left: 5 },
  });
  show();
  const row = await command(/^Перезагрузить/);
  expect(screen.getAllByText('ТВ отключено за долг.')).toHaveLength(2);
  await userEvent.click(row);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('button', { name: /Получить код|Отвязать/ })).toBeNull();
});

it('shows a message on the screen of the box, but not an empty one', async () => {
  show();
  await userEvent.click(await command(/^Показать сообщение/));
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Показать' }));
  expect(dialog.getByText('Напишите, что показать')).toBeVisible();
  expect(sent('/remote-control/')).toEqual([]);
  answers(tvUser.remoteControl, PARAMS, last('message'));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Текст' }), ' Ужинать ');
  await userEvent.click(dialog.getByRole('button', { name: 'Показать' }));
  expect(sent('/remote-control/')[0]?.body).toEqual({ action: 'message', device: 'VB4', text: 'Ужинать' });
});

it('tells a refusal, and closes the question', async () => {
  refuses(tvUser.remoteControl, PARAMS, 'tv_too_often');
  show();
  await userEvent.click(await command(/^Сбросить PIN/));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Сбросить PIN' }));
  expect(await screen.findAllByText('Команда не отправлена')).not.toEqual([]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('takes a box away only after it has said what that means', async () => {
  show();
  await userEvent.click(await command(/^Заменить приставку/));
  const dialog = screen.getByRole('dialog', { name: 'Отвязать эту приставку?' });
  expect(plain(dialog)).toContain('Она перестанет показывать');
  answers(tvUser.remoteControl, PARAMS, last('rebind'));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Отвязать' }));
  expect(sent('/remote-control/')[0]?.body).toEqual({ action: 'rebind', device: 'VB4' });
});

it('gives a code for a new device, counts its life down, and takes it from the screen when it is over', async () => {
  const code = { code: '48271936', login: null, made_at: ago(0), until: ago(-10 * MINUTE), is_ready: false };
  const activation = { control: { status: 'off' as const, text: '', possible_from: null }, code, left: 4 };
  answers(tvUser.activationCode, PARAMS, activation);
  show();
  const button = await screen.findByRole('button', { name: 'Получить код' });
  serve({ activation });
  await userEvent.click(button);
  expect(await screen.findByText('4827 1936')).toBeVisible();
  expect(screen.getByText('Готовим код, секунду…')).toBeVisible();
  serve({ activation: { ...activation, code: { ...code, is_ready: true } } });
  await wait(2500);
  expect(await screen.findByText('Код для нового устройства')).toBeVisible();
  expect(screen.getByText(/^09:5\d$/)).toBeVisible();
  await wait(10 * MINUTE);
  expect(screen.queryByText('4827 1936')).toBeNull();
  expect(screen.getByRole('button', { name: 'Получить код' })).toBeVisible();
});

it('offers no sixth code within the hour', async () => {
  serve({ activation: { control: { status: 'off', text: '', possible_from: null }, code: null, left: 0 } });
  show();
  const button = await screen.findByRole('button', { name: 'Получить код' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByText(/уже пять кодов/)).toBeVisible();
});

it('signs an application out after a question, and says that it is leaving', async () => {
  serve({ devices: [app()] });
  show();
  expect(await screen.findByText('1 устройство')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^Отвязать.*Телефон Марии$/ }));
  const dialog = screen.getByRole('dialog', { name: 'Отвязать «Телефон Марии»?' });
  answers(tvUser.dropDevice, PARAMS, { device: 'app-1', is_leaving: true });
  serve({ devices: [app({ is_leaving: true })] });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Отвязать' }));
  expect(await screen.findByText('Отвязываем…')).toBeVisible();
  expect(sent('/drop-device/')[0]?.body).toEqual({ device: 'app-1' });
  expect(screen.queryByRole('button', { name: /Отвязать/ })).toBeNull();
});

it('keeps the place of the keyboard when an application has been signed out', async () => {
  const tablet = app({ device: 'app-2', name: 'Планшет' });
  serve({ devices: [app(), tablet] });
  show();
  const signOut = async (name: string, rest: TvDevices['devices']): Promise<void> => {
    await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^Отвязать.*${name}$`) }));
    answers(tvUser.dropDevice, PARAMS, { device: 'gone', is_leaving: true });
    serve({ devices: rest });
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Отвязать' }));
  };
  await signOut('Телефон Марии', [app({ is_leaving: true }), tablet]);
  await waitFor(() => expect(screen.getByRole('button', { name: /^Отвязать.*Планшет$/ })).toHaveFocus());
  await signOut('Планшет', []);
  await waitFor(() => expect(screen.getByRole('heading', { name: 'В приложении' })).toHaveFocus());
});

it('says how to sign in on a platform without codes, and that there are no devices yet', async () => {
  serve({ devices: [], activation: null, sign_in: 'Войдите логином и паролем услуги' });
  show();
  expect(await screen.findByText('Устройств пока нет.')).toBeVisible();
  expect(screen.getByText('Войдите логином и паролем услуги.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Получить код' })).toBeNull();
});

it('repeats the request for devices that failed', async () => {
  refuses(tvUser.devices, PARAMS, 'unexpected');
  show();
  expect(await screen.findByRole('alert')).toHaveTextContent('Не удалось загрузить устройства.');
  serve();
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('region', { name: 'Приставка' })).toBeVisible();
});

it('shows nothing when the provider has no platform, and asks it for nothing', async () => {
  serve({ is_connected: false, devices: [] });
  const { container } = show();
  await wait(100);
  expect(container.querySelector('section')).toBeNull();
  expect(sent('/tv-user/look/')).toEqual([]);
});

it('numbers several boxes, and counts those that are on', async () => {
  const devices = [box(), box({ device: 'VB5', is_online: false, seen_at: ago(1440 * MINUTE) })];
  serve({ devices });
  show();
  expect(await screen.findByRole('region', { name: 'Приставка 1' })).toHaveTextContent('На связи');
  expect(plain(screen.getByRole('region', { name: 'Приставка 2' }))).toContain('Нет связи с 19 ноября');
  expect(boxesText(devices)?.replaceAll('\u00a0', ' ')).toBe('На связи 1 приставка из 2');
  expect(boxesText(devices.slice(1))?.replaceAll('\u00a0', ' ')).toBe('Приставка не на связи');
  expect(boxesText([app()])).toBeUndefined();
});
