import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { homeWorld, serveHome } from '../../../test/home-world.ts';
import { renderOwn } from '../../../test/render.tsx';
import { answers, refuses } from '../../../test/stub.ts';
import { SpeedTestPage } from './speed-test-page.tsx';

const show = () => {
  serveHome(homeWorld());
  refuses(contract.speedTest.list, {}, 'unexpected');
  refuses(contract.byDefault.getIp, {}, 'unexpected');
  refuses(contract.byDefault.getTown, {}, 'unexpected');
  refuses(contract.notice.getMessages, {}, 'unexpected');
  renderOwn('/speed-test', <SpeedTestPage />);
};

it('does not say that there are no failures when the messages failed to load', async () => {
  refuses(contract.speedTest.servers, {}, 'unexpected');
  show();
  expect(await screen.findByText('Не удалось узнать, нет ли работ и аварий.')).toBeVisible();
  expect(screen.queryByText('По вашему адресу всё спокойно')).toBeNull();
});

it('promises no measurement where there is no server', async () => {
  const expires_at = '2026-11-20T10:15:00.000Z';
  answers(contract.speedTest.servers, {}, { ticket: 't', servers: [], expires_at });
  show();
  expect(await screen.findByRole('heading', { level: 1, name: 'Измерить пока негде' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Измерить скорость' })).toBeNull();
});

it('without a network: the button is asleep, and the reason stands below it', async () => {
  const expires_at = '2026-11-20T10:15:00.000Z';
  const server = { server_id: 'own', name: 'Тольятти', url: '/speed', is_inside: true, most_mbit: 1000 };
  answers(contract.speedTest.servers, {}, { ticket: 't', servers: [server], expires_at });
  show();
  const begin = await screen.findByRole('button', { name: 'Измерить скорость' });
  expect(begin).not.toHaveAttribute('aria-disabled');
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(begin).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByText(/^Сети сейчас нет/)).toBeVisible();
  online.mockRestore();
});

const told = (id: number, kind: 'incident' | 'work', title: string) => ({
  ...{ id, kind, title, body: '<p>До 17:00.</p>', created_at: '2026-11-20T10:05:00.000Z' },
  ...{ services: null, until: null, topic: null },
});
const FAILURE = told(7, 'incident', 'Авария на кабеле');

it.each([
  ['beside works, only the works', [FAILURE, told(8, 'work', 'Работы ночью')], ['Работы']],
  ['alone, nothing, not even that all is calm', [FAILURE], []],
])('of a failure that the banner tells %s', async (_, messages, shown) => {
  refuses(contract.speedTest.servers, {}, 'unexpected');
  serveHome(homeWorld());
  refuses(contract.speedTest.list, {}, 'unexpected');
  refuses(contract.byDefault.getIp, {}, 'unexpected');
  answers(contract.notice.getMessages, {}, messages);
  renderOwn('/speed-test', <SpeedTestPage />);
  await waitFor(() => expect(screen.queryByText('Узнаём, нет ли работ')).toBeNull());
  const cards = screen.queryAllByRole('region', { name: /Работы/ });
  expect(cards.map((card) => within(card).getByRole('heading', { level: 2 }).textContent)).toEqual(shown);
  expect(screen.queryByText(/Авария на\sкабеле|спокойно/)).toBeNull();
  expect(screen.queryAllByText(/Работы\sночью/)).toHaveLength(shown.length);
});
