import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { providerNow, setProvider } from '#web/lib/page/provider.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { homeWorld, serveHome } from '../../../test/home-world.ts';
import { renderAt } from '../../../test/render.tsx';
import { answers, at, json, refuses } from '../../../test/stub.ts';
import { ageText } from './failures.ts';
import { PageBanners } from './page-banners.tsx';

const { getOrders } = contract.support;
const { list } = contract.speedTest;

function Part({ call, what }: { call: typeof getOrders | typeof list; what: string }) {
  const answer = useCall(call as typeof getOrders, {});
  return (
    <Loaded answer={answer} failed={`Не удалось загрузить ${what}.`} skeleton={<p>ждём</p>}>
      {() => <p>есть {what}</p>}
    </Loaded>
  );
}
const show = () =>
  renderAt(
    '/',
    <>
      <PageBanners />
      <Part call={getOrders} what="заявки" />
      <Part call={list} what="замеры" />
    </>,
  );

it('tells parts that failed by one cause once, repeats them all, and names the telephone', async () => {
  const { support_phones: phones } = providerNow();
  setProvider({ support_phones: [{ label: 'Поддержка', phone: '78482001234' }] });
  onTestFinished(() => setProvider({ support_phones: phones }));
  serveHome(homeWorld());
  refuses(getOrders, {}, 'unexpected');
  refuses(list, {}, 'unexpected');
  show();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/Часть страницы не.загрузилась.*Ошибка на.нашей стороне/);
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(within(alert).getByRole('link', { name: /8482/ })).toHaveAttribute('href', 'tel:+78482001234');
  expect(screen.getByText('Не удалось загрузить заявки.')).toBeVisible();
  answers(getOrders, {}, { items: [], next: null });
  answers(list, {}, { items: [], next: null });
  await userEvent.click(within(alert).getByRole('button', { name: 'Повторить всё' }));
  expect(await screen.findByText('есть заявки')).toBeVisible();
  expect(await screen.findByText('есть замеры')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('lets each part that failed by one cause be repeated alone', async () => {
  serveHome(homeWorld());
  refuses(getOrders, {}, 'unexpected');
  refuses(list, {}, 'unexpected');
  show();
  await screen.findByRole('button', { name: 'Повторить всё' });
  answers(list, {}, { items: [], next: null });
  await userEvent.click(screen.getAllByRole('button', { name: 'Повторить' })[1]!);
  expect(await screen.findByText('есть замеры')).toBeVisible();
  expect(screen.getByText('Не удалось загрузить заявки.')).toBeVisible();
});

it('stays while one of two parts, or both, are repeated, so that nothing jumps', async () => {
  serveHome(homeWorld());
  refuses(getOrders, {}, 'unexpected');
  refuses(list, {}, 'unexpected');
  show();
  await screen.findByRole('button', { name: 'Повторить всё' });
  let refuse = (): void => undefined;
  at('GET', '/api/v2/speed-test/list', () => new Promise((come) => (refuse = () => come(json({}, 500)))));
  await userEvent.click(screen.getAllByRole('button', { name: 'Повторить' })[1]!);
  expect(await screen.findByText('ждём')).toBeVisible();
  expect(screen.getByText(/Часть страницы не.загрузилась/)).toBeVisible();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  act(() => refuse());
  expect(await screen.findByText('Не удалось загрузить замеры.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Повторить всё' }));
  expect(await screen.findByRole('button', { name: 'Повторяем…' })).toBeVisible();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  answers(list, {}, { items: [], next: null });
  act(() => refuse());
  expect(await screen.findByRole('button', { name: 'Повторить всё' })).toBeVisible();
});

it('does not call the page a part of itself when nothing of it has loaded', async () => {
  serveHome(homeWorld());
  refuses(getOrders, {}, 'unexpected');
  refuses(list, {}, 'unexpected');
  const { cache } = show();
  expect(await screen.findByRole('alert')).toHaveTextContent(/Остальное работает/);
  const loaded = cache.getQueryCache().findAll({ predicate: ({ state }) => state.data !== undefined });
  act(() => loaded.forEach((query) => query.setState({ data: undefined })));
  expect(await screen.findByText(/^Страница не\sзагрузилась/)).toBeVisible();
  expect(screen.getByRole('alert')).not.toHaveTextContent(/Остальное работает/);
});

it('leaves a failure that is alone to its part', async () => {
  serveHome(homeWorld());
  refuses(getOrders, {}, 'unexpected');
  answers(list, {}, { items: [], next: null });
  show();
  expect(await screen.findByRole('button', { name: 'Повторить' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Повторить всё' })).toBeNull();
});

it('says from when the data on the screen are, the oldest of them included', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:05:00Z') });
  serveHome(homeWorld());
  answers(getOrders, {}, { items: [], next: null });
  answers(list, {}, { items: [], next: null });
  const { cache } = show();
  await screen.findByText('есть заявки');
  await screen.findByText('есть замеры');
  const queries = cache.getQueryCache();
  expect(ageText(queries)).toBe('14:05');
  const [orders] = queries.findAll({ queryKey: ['support'] });
  orders?.setState({ dataUpdatedAt: Date.parse('2026-11-19T20:10:00Z') });
  expect(ageText(queries)?.replaceAll('\u00a0', ' ')).toBe('00:10–\u206014:05');
  orders?.setState({ dataUpdatedAt: Date.parse('2026-11-19T10:10:00Z') });
  expect(ageText(queries)?.replaceAll('\u00a0', ' ')).toBe('19 ноября, 14:10–\u206014:05');
});
