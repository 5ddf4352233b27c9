import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { NOW } from '../../../test/home-world.ts';
import { renderAt } from '../../../test/render.tsx';
import { answers, refuses, requests } from '../../../test/stub.ts';
import { Directions } from './directions.tsx';
import { LimitsCard } from './limits.tsx';
import { Phones } from './phones.tsx';
import { SipSetupCard } from './setup.tsx';
import type { SipLine } from './sip.texts.ts';

const { sipUser } = contract;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterEach(() => void vi.useRealTimers());

const line = (own: Partial<SipLine> = {}): SipLine => ({
  user_id: 7,
  login: '78482003108',
  server: { domain: 'sip.volga.example', port: 5061, transport: 'tls' },
  is_applied: true,
  password: { changed_at: '2026-11-20T08:00:00.000Z', control: { status: 'on', text: '', possible_from: null } },
  registrations: [],
  limits: {
    month: { limit: '500.00', spent: '213.00', warned_at: '400.00' },
    day: { limit: '200.00', spent: '0.00', warned_at: '160.00' },
    most: '10000.00',
    stopped: null,
  },
  directions: [
    {
      zone: 'local',
      name: 'Местные',
      access: 'home',
      is_open: true,
      open_hours: null,
      closes_at: null,
      price: '0.65',
      connection: '0.00',
    },
    {
      zone: 'europe',
      name: 'Европа',
      access: 'abroad',
      is_open: false,
      open_hours: null,
      closes_at: null,
      price: '25.00',
      connection: '0.00',
    },
  ],
  ...own,
});

const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ');

it('asks before a new password, and shows it once until it is hidden', async () => {
  answers(
    sipUser.newPassword,
    {},
    {
      user_id: 7,
      login: '78482003108',
      password: 'k7Rw-93mt-Qx2v',
      setup_url: 'https://lk.example/gateway/sip/abc',
      setup_until: new Date(NOW.getTime() + 300_000).toISOString(),
    },
  );
  renderAt('/sip/7', <SipSetupCard line={line()} isWorking />);
  await userEvent.click(screen.getByRole('button', { name: 'Получить новый пароль' }));
  const dialog = screen.getByRole('dialog');
  expect(plain(dialog.textContent)).toContain('все телефоны этой линии отключатся');
  expect(requests()).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Получить' }));
  expect(await screen.findByText('k7Rw-93mt-Qx2v')).toBeVisible();
  expect(await screen.findByRole('img', { name: 'QR-код для настройки Linphone' })).toBeVisible();
  expect(screen.getByRole('timer')).toHaveTextContent('05:00');
  await userEvent.click(screen.getByRole('button', { name: 'Скрыть сейчас' }));
  expect(screen.queryByText('k7Rw-93mt-Qx2v')).toBeNull();
});

it('says why a new password is impossible, and offers none', () => {
  const control = { status: 'locked' as const, text: 'Услуга закрыта', possible_from: null };
  renderAt('/sip/7', <SipSetupCard line={line({ password: { changed_at: null, control } })} isWorking />);
  expect(screen.getByText('Услуга закрыта.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Получить новый пароль' })).toBeNull();
});

it('says what to do when no telephone is registered', () => {
  renderAt('/sip/7', <Phones line={line()} registrations={[]} state="active" />);
  expect(screen.getByText('Телефон не на связи')).toBeVisible();
  expect(plain(document.body.textContent)).toContain('сервер, логин и пароль введены верно');
});

it('lowers a limit by one call and raises it by the one that asks for the password', async () => {
  answers(sipUser.lowerLimits, {}, line());
  answers(sipUser.raiseLimits, {}, line());
  for (const [sum, verb, path] of [
    ['300', 'Сохранить', '/v2/sip-user/lower-limits'],
    ['900', 'Поднять лимит', '/v2/sip-user/raise-limits'],
  ] as const) {
    const { unmount } = renderAt('/sip/7', <LimitsCard line={line()} limits={line().limits!} />);
    await userEvent.click(screen.getByRole('button', { name: 'Изменить' }));
    const field = screen.getByRole('textbox', { name: 'За месяц' });
    await userEvent.clear(field);
    await userEvent.type(field, sum);
    await userEvent.click(screen.getByRole('button', { name: verb }));
    expect(requests().at(-1)?.path).toContain(path);
    unmount();
  }
});

it('tells that a limit is spent, and until when', () => {
  const limits = { ...line().limits!, stopped: { by: 'month' as const, until: '2026-11-30T20:00:00.000Z' } };
  renderAt('/sip/7', <LimitsCard line={line()} limits={limits} />);
  expect(plain(document.body.textContent)).toContain('Платные звонки закрыты до 1 декабря');
});

it('while the line does not work, nothing is called open, the emergency numbers included', () => {
  renderAt('/sip/3', <Directions line={line()} isWorking={false} />);
  expect(plain(document.body.textContent)).toContain('Пока нет');
  expect(document.body).not.toHaveTextContent('Открыто');
});

it('opens a direction only after its price has been read', async () => {
  answers(sipUser.openDirection, {}, line());
  renderAt('/sip/7', <Directions isWorking line={line()} />);
  expect(screen.getAllByRole('switch')).toHaveLength(1);
  expect(plain(document.body.textContent)).toContain('Россия0,65 ₽ОткрытоМестные 0,65 ₽.');
  await userEvent.click(screen.getByRole('switch', { name: 'Европа' }));
  const dialog = screen.getByRole('dialog');
  expect(plain(dialog.textContent)).toContain('25 ₽ за минуту');
  expect(requests()).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Открыть' }));
  expect(requests().at(-1)?.path).toContain('/v2/sip-user/open-direction');
});

it('says of a direction that is opened for some hours when it closes, before and after', async () => {
  const [home, europe] = line().directions;
  const world = { ...europe!, zone: 'world', name: 'Остальной мир', open_hours: 24 };
  const { unmount } = renderAt('/sip/7', <Directions isWorking line={line({ directions: [home!, world] })} />);
  expect(plain(document.body.textContent)).toContain('Открываем на 24 часа, потом закроем сами.');
  await userEvent.click(screen.getByRole('switch', { name: 'Остальной мир' }));
  expect(plain(screen.getByRole('dialog').textContent)).toContain('Через 24 часа закроем сами.');
  unmount();
  const open = { ...world, is_open: true, closes_at: '2026-11-21T10:05:00.000Z' };
  renderAt('/sip/7', <Directions isWorking line={line({ directions: [home!, open] })} />);
  expect(plain(document.body.textContent)).toContain('Закроем сами 21 ноября, 14:05.');
  answers(sipUser.closeDirection, {}, line());
  await userEvent.click(screen.getByRole('switch', { name: 'Остальной мир' }));
  expect(requests().at(-1)?.path).toContain('/v2/sip-user/close-direction');
});

it('tells apart a line whose telephone is off and a line that does not work', () => {
  renderAt('/sip/7', <Phones line={line()} registrations={[]} state="blocked" />);
  expect(screen.queryByText('Телефон не на связи')).toBeNull();
  expect(plain(document.body.textContent)).toContain('Пока линия не работает');
});

it('disconnects a telephone, and says that the password lets it back', async () => {
  const registration = {
    registration_id: 5,
    program: 'Yealink T31P',
    address: '10.84.x.x',
    since: '2026-11-20T09:59:00.000Z',
    expires: '2026-11-20T11:00:00.000Z',
  };
  renderAt('/sip/7', <Phones line={line()} registrations={[registration]} state="active" />);
  expect(plain(document.body.textContent)).toContain('На связи с 13:59, 10.84.x.x');
  answers(sipUser.endRegistration, {}, line());
  await userEvent.click(screen.getByRole('button', { name: /^Отключить/ }));
  expect(requests().at(-1)?.body).toEqual({ user_id: 7, registration_id: 5 });
});

it('says what is wrong with a limit beside its field, and sends no nonsense', async () => {
  renderAt('/sip/7', <LimitsCard line={line()} limits={line().limits!} />);
  await userEvent.click(screen.getByRole('button', { name: 'Изменить' }));
  const field = screen.getByRole('textbox', { name: 'За день' });
  await userEvent.clear(field);
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText('Напишите сумму цифрами')).toBeVisible();
  expect(requests()).toEqual([]);
  await userEvent.type(field, '300');
  refuses(sipUser.raiseLimits, {}, 'change_not_allowed');
  await userEvent.click(screen.getByRole('button', { name: 'Поднять лимит' }));
  expect(await screen.findByText(/Сейчас это изменить нельзя/)).toBeVisible();
  expect(screen.getByRole('dialog')).toBeVisible();
});

it('opens the program on a phone by a link that it knows', async () => {
  answers(
    sipUser.newPassword,
    {},
    {
      user_id: 7,
      login: '78482003108',
      password: 'k7Rw-93mt-Qx2v',
      setup_url: 'https://lk.example/gateway/sip/abc',
      setup_until: new Date(NOW.getTime() + 300_000).toISOString(),
    },
  );
  renderAt('/sip/7', <SipSetupCard line={line()} isWorking />);
  await userEvent.click(screen.getByRole('button', { name: 'Получить новый пароль' }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Получить' }));
  expect(await screen.findByRole('link', { name: /Открыть в.приложении/ })).toHaveAttribute(
    'href',
    'linphone-config:https://lk.example/gateway/sip/abc',
  );
});
