import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { User } from '#web/shared/data/frame-data.ts';
import { phoneNumber, user } from '../../../../test/home-world.ts';
import { renderAt } from '../../../../test/render.tsx';
import { ServiceRow } from './service-row.tsx';
import { listedNumbers, listedUsers, type ListedService } from '../text/service.texts.ts';

const TODAY = '2026-11-20';
const show = (services: readonly ListedService[]) =>
  renderAt(
    '/',
    <>
      {services.map((service) => (
        <ServiceRow key={service.key} service={service} today={TODAY} />
      ))}
    </>,
  );
const none = () => false;
const ofUser = (own: Partial<User>) => show(listedUsers([user(own)], none));

const doors: readonly [state: string, own: Partial<User>, action: string, address: string][] = [
  ['internet', {}, 'Опции: Интернет', '/lk/internet/1#services'],
  ['TV', { user_type: 'tv' }, 'Пакеты каналов: ТВ', '/lk/tv/1#services'],
  ['TV in debt', { user_type: 'tv', state: 'blocked', reason: 'debt' }, 'Пакеты каналов: ТВ', '/lk/tv/1#services'],
  ['a SIP line', { user_type: 'sip' }, 'Настройка: SIP-телефония', '/lk/sip/1'],
  ['a paused line', { user_type: 'sip', state: 'paused' }, 'Пауза и возврат: SIP-телефония', '/lk/sip/1'],
  ['a schedule', { state: 'blocked', reason: 'schedule' }, 'График доступа: Интернет', '/lk/internet/1#schedule'],
  ['a locked login', { state: 'blocked', reason: 'login_locked' }, 'Почему не работает: Интернет', '/lk/internet/1'],
  ['a new service', { state: 'connecting' }, 'Когда заработает: Интернет', '/lk/internet/1'],
];

it.each(doors)('the button of %s names what is behind it', (_, own, action, address) => {
  ofUser(own);
  const name = new RegExp(`^${action.replaceAll(' ', '\\s')}$`);
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', address);
});

it('the button of a number leads to its calls', () => {
  show(listedNumbers([phoneNumber()], none));
  expect(screen.getByRole('link', { name: /^Звонки: / })).toHaveAttribute('href', '/lk/telephone/calls/78482003107');
});

const box = { user_type: 'mail', name: 'maria@volga.example', login: 'maria@volga.example' } as const;

it('the button of a mailbox copies its address in place, and says so', async () => {
  const browser = userEvent.setup();
  ofUser(box);
  await browser.click(screen.getByRole('button', { name: /^Скопировать адрес: / }));
  expect(await navigator.clipboard.readText()).toBe('maria@volga.example');
  expect(await screen.findByText('Адрес скопирован')).toBeVisible();
});

it('a browser that forbids the clipboard is told how to copy by hand', async () => {
  const browser = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  ofUser(box);
  await browser.click(screen.getByRole('button', { name: /^Скопировать адрес: / }));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Выделите текст и скопируйте его сами'));
});
