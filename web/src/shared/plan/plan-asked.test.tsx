import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { homeWorld, NOW, serveHome, user } from '../../../test/home-world.ts';
import { planOptions, told } from '../../../test/plan-world.ts';
import { renderAt } from '../../../test/render.tsx';
import { answers, at, json } from '../../../test/stub.ts';
import { PlanSection } from './plan-card.tsx';
import { ServicesSection } from './services-section.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  serveHome(homeWorld());
  answers(contract.user.allowedDrawPrograms, { params: { id: '1' } }, []);
});
afterEach(() => void vi.useRealTimers());

const show = () => renderAt('/internet/1', <PlanSection user={user()} />, '/internet/:user_id');
const plain = (element: HTMLElement) => element.textContent.replaceAll('\u00a0', ' ');

const asked = (own: Partial<NonNullable<ReturnType<typeof planOptions>['asked']>> = {}) => ({
  plan: { plan_id: 3, name: 'Волга 500' },
  from: '2026-12-01',
  at: '2026-11-20T10:20:00.000Z',
  state: 'waiting' as const,
  reason: null,
  answered_at: null,
  ...own,
});

it.each([
  [asked(), 'Передали оператору в 14:20 Переход на «Волга 500» с 1 декабря. Ответ покажем здесь.'],
  [asked({ from: '2026-11-20' }), 'Передали оператору в 14:20 Переход на «Волга 500». Ответ покажем здесь.'],
  [asked({ at: '2026-11-18T10:20:00.000Z' }), 'Передали оператору 18 ноября, 14:20'],
  [asked({ state: 'confirmed' }), 'Оператор подтвердил: «Волга 500» с 1 декабря'],
  [
    asked({ state: 'refused', reason: 'Тариф закрыт' }),
    'Оператор не перевёл вас на «Волга 500». Причина: Тариф закрыт.',
  ],
])('shows what another billing was asked for and has answered: %#', async (one, words) => {
  answers(contract.plan.options, { params: { id: '1' } }, planOptions({ asked: one }));
  const { container } = show();
  await screen.findByRole('button', { name: 'Сравнить тарифы' });
  expect(plain(container)).toContain(words);
});

it('hands a change over, and promises no sum', async () => {
  answers(contract.plan.options, { params: { id: '1' } }, planOptions());
  at('POST', '/api/v2/plan/preview', () =>
    json(told({ handed_over: true, charge_now: '0.00', charge_next: null, parts: [], undo_until: null })),
  );
  answers(contract.plan.change, {}, told({ handed_over: true }));
  const actor = userEvent.setup();
  show();
  await actor.click(await screen.findByRole('button', { name: 'Сравнить тарифы' }));
  await actor.click(await screen.findByRole('button', { name: /Волга.500/ }));
  const dialog = await screen.findByRole('dialog');
  const button = await within(dialog).findByRole('button', { name: 'Передать оператору' });
  expect(plain(dialog)).toContain('Решает оператор.');
  expect(plain(dialog)).not.toMatch(/спишем|Останется/);
  await actor.click(button);
  expect(await screen.findByText('Передали оператору')).toBeVisible();
});

it('hands an option over, and shows meanwhile what is so now', async () => {
  const [option] = planOptions().options;
  if (!option) throw new Error('No option');
  const control = { status: 'off' as const, text: 'Оператор отказал: Нет линии', possible_from: null };
  answers(contract.plan.options, { params: { id: '1' } }, planOptions({ options: [{ ...option, control }] }));
  at('POST', '/api/v2/plan/option-preview', () =>
    json(told({ handed_over: true, charge_now: '0.00', charge_next: null, parts: [], undo_until: null })),
  );
  answers(contract.plan.changeOption, {}, told({ handed_over: true }));
  const actor = userEvent.setup();
  renderAt('/internet/1', <ServicesSection user={user()} />, '/internet/:user_id');
  const row = await screen.findByRole('switch', { name: option.name });
  expect(screen.getByText(/Оператор отказал/)).toHaveTextContent('Оператор отказал: Нет линии.');
  await actor.click(row);
  const dialog = await screen.findByRole('dialog');
  const button = await within(dialog).findByRole('button', { name: 'Передать оператору' });
  const waiting = { status: 'locked' as const, is_on: false, text: 'Передали оператору в 14:20', possible_from: null };
  answers(contract.plan.options, { params: { id: '1' } }, planOptions({ options: [{ ...option, control: waiting }] }));
  await actor.click(button);
  expect(await screen.findByText('Передали оператору в 14:20.')).toBeVisible();
  expect(screen.getByRole('switch', { name: option.name })).not.toBeChecked();
});

it('an option that is to end stays among what is on until the operator answers', async () => {
  const [option] = planOptions().options;
  if (!option) throw new Error('No option');
  const control = { status: 'locked' as const, is_on: true, text: 'Передали оператору в 14:20', possible_from: null };
  answers(contract.plan.options, { params: { id: '1' } }, planOptions({ options: [{ ...option, control }] }));
  renderAt('/internet/1', <ServicesSection user={user()} />, '/internet/:user_id');
  expect(await screen.findByRole('switch', { name: option.name })).toBeChecked();
  expect(screen.queryByText('Можно подключить')).toBeNull();
});
