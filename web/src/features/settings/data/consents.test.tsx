import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { contract, type Wire } from '#web/api/contract.ts';
import { renderAt } from '../../../../test/render.tsx';
import { answers, refuses, requests } from '../../../../test/stub.ts';
import { Consents } from './consents.tsx';

type Consent = Wire<typeof contract.consent.decide>;

const DECISION = {
  is_given: true,
  version: '1',
  decided_at: '2026-03-03T10:05:00.000Z',
  browser: 'Chrome на Android',
  network: '95.24.10.*',
  is_current: false,
};
const NEWS: Consent = {
  name: 'marketing',
  title: 'Новости и предложения',
  summary: 'Чтобы рассказывать о новых тарифах.',
  version: '1',
  valid_from: '2025-09-01',
  text: 'Я согласен получать новости.\n\nОтозвать можно в любой день.',
  is_required: false,
  state: 'given',
  agreed: { version: '1', day: '2026-03-03', text: 'Я согласен получать новости.' },
  is_asked: false,
  when_given: 'Будем присылать новости.',
  when_withdrawn: 'Новости перестанут приходить сразу.',
  decisions: [DECISION],
};
const DATA: Consent = {
  ...NEWS,
  name: 'personal-data',
  title: 'Обработка персональных данных',
  is_required: true,
  state: 'with_contract',
  agreed: { version: null, day: '2023-09-14', text: null },
  when_given: null,
  when_withdrawn: 'Чтобы прекратить, расторгните договор.',
  decisions: [],
};

const sent = () => requests().filter(({ method, path }) => method === 'POST' && path === '/api/v2/consent');
const open = (...consents: Consent[]) => {
  answers(contract.consent.list, {}, { consents, requests: [], terms: [] });
  renderAt('/settings/consents', <Consents />, '/settings/consents');
};
const card = (name: string) => screen.findByRole('region', { name });

it('shows what was agreed to, when and from where, and how to end what is required', async () => {
  open(DATA, NEWS);
  expect(await card('Обработка персональных данных')).toHaveTextContent(
    /Дано при подписании договора 14 сентября 2023\. Чтобы прекратить, расторгните договор/,
  );
  expect(within(await card('Обработка персональных данных')).queryByRole('button', { name: /Отозвать/ })).toBeNull();
  expect(await card('Новости и предложения')).toHaveTextContent(
    /Вы согласились 3 марта.*редакция 1\. Chrome на Android, 95\.24\.10\.\*/,
  );
});

it('withdraws only after saying what changes', async () => {
  open(NEWS);
  answers(contract.consent.decide, {}, { ...NEWS, state: 'withdrawn', agreed: null });
  await userEvent.click(await screen.findByRole('button', { name: 'Отозвать: Новости и предложения' }));
  expect(screen.getByRole('dialog')).toHaveTextContent('Новости перестанут приходить сразу.');
  expect(sent()).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Отозвать' }));
  await waitFor(() => expect(sent()[0]?.body).toEqual({ name: 'marketing', version: '1', is_given: false }));
  expect(await screen.findByText('Согласия больше нет')).toBeVisible();
});

it('a new version is read before it is agreed to or refused, and can wait', async () => {
  open({ ...NEWS, version: '2', is_asked: true });
  answers(contract.consent.decide, {}, { ...NEWS, version: '2' });
  await userEvent.click(await screen.findByRole('button', { name: 'Прочитать и решить' }));
  const dialog = screen.getByRole('dialog');
  expect(dialog).toHaveTextContent('Отозвать можно в любой день.');
  expect(within(dialog).getByRole('button', { name: 'Отказаться' })).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Решить позже' })).toBeVisible();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Согласиться' }));
  await waitFor(() => expect(sent()[0]?.body).toEqual({ name: 'marketing', version: '2', is_given: true }));
});

it('a text that has changed meanwhile is told, and nothing is taken as agreed', async () => {
  open({ ...NEWS, state: 'none', agreed: null, decisions: [] });
  refuses(contract.consent.decide, {}, 'consent_changed');
  await userEvent.click(await screen.findByRole('button', { name: /Прочитать и согласиться/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Согласиться' }));
  expect(await screen.findByText(/Текст согласия изменился/)).toBeVisible();
});
