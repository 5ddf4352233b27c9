import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { renderAt } from '../../../../test/render.tsx';
import {
  consentTo,
  contactsOf,
  furtherContact,
  serveSettings,
  session,
  settingsWorld,
  strangeMessage,
  waitingCode,
} from '../../../../test/settings-world.ts';
import { answers, requests } from '../../../../test/stub.ts';
import { SettingsPage } from '../settings-page.tsx';

const open = (path = '/settings') => renderAt(path, <SettingsPage />, path.replace(/^.settings..+/, '/settings/:part'));
const heading = (text: string) =>
  screen.findByRole('heading', { level: 1, name: (name) => name.replaceAll('\u00a0', ' ') === text });
const waits = settingsWorld({ contacts: contactsOf(furtherContact({ is_active: false, waiting: waitingCode })) });
const mainButtons = (place: HTMLElement) =>
  within(place)
    .queryAllByRole('link')
    .filter((link) => link.className.includes('solid'));

it('tells how all is set, and that nothing waits', async () => {
  serveSettings(settingsWorld());
  open();
  expect(await heading('Всё настроено')).toBeVisible();
  expect(screen.getByRole('link', { name: /^Уведомления.*Предупредим за\s3\sдня до\sсписания/ })).toHaveAttribute(
    'href',
    '/lk/settings/notices',
  );
  const list = screen.getByRole('region', { name: 'Как всё настроено' });
  expect(within(list).getAllByRole('link')).toHaveLength(7);
  expect(mainButtons(document.body)).toHaveLength(0);
  expect(document.title).toMatch(/^Настройки — /);
});

it('the one thing that is not finished titles the page and has its one main button', async () => {
  serveSettings(waits);
  open();
  expect(await heading('Второй номер ждёт код')).toBeVisible();
  expect(screen.getByText('Остальное настроено и работает.')).toBeVisible();
  const [button, ...more] = mainButtons(document.body);
  expect(button).toHaveAccessibleName('Ввести код');
  expect(button).toHaveAttribute('href', '/lk/settings/mobile');
  expect(more).toEqual([]);
  const row = screen.getByRole('link', { name: /^Телефон и почта/ });
  expect(within(row).getByText('Второй номер ждёт код')).toBeVisible();
});

it('of several things the most urgent one comes first, and the others are counted', async () => {
  const consents = { consents: [consentTo({ is_asked: true })], requests: [], terms: [] };
  const sessions = [session(), session({ session_id: 'there', is_current: false, browser: 'Firefox на Linux' })];
  serveSettings({ ...waits, consents, sessions, messages: [strangeMessage('session:there')] });
  open();
  expect(await heading('Новый вход: это вы?')).toBeVisible();
  expect(screen.getByText(/^И ещё 2.дела, они отмечены ниже\.$/)).toBeVisible();
  expect(mainButtons(document.body).map((link) => link.getAttribute('href'))).toEqual([
    '/lk/settings/security?strange=there',
  ]);
});

it('a part that did not come says so, and does not hide the others or promise that all is well', async () => {
  serveSettings(settingsWorld(), ['ways', 'sessions']);
  open();
  expect(await screen.findByText('Часть ответов не загрузилась. Разделы открываются.')).toBeVisible();
  expect(await heading('Настройки')).toBeVisible();
  expect(screen.getByRole('link', { name: /^Безопасность.*Ответ не загрузился/ })).toBeVisible();
  expect(screen.getByRole('link', { name: /^Вид.*Тема как на.устройстве/ })).toBeVisible();
});

it('a payer is told whose contract it is, sees two parts, and nothing is asked for that he may not see', async () => {
  const share = {
    share_id: 's',
    role: 'payer' as const,
    until_day: null,
    address: '',
    is_current: true,
    is_in_debt: null,
  };
  const contracts = [{ ...share, contract_id: 100_001, printed_no: null, name: 'Кузнецова М.' }];
  serveSettings(settingsWorld({ contracts }), [], 'payer');
  open();
  expect(await heading('Остальное настраивает владелец')).toBeVisible();
  expect(screen.getByRole('link', { name: /У\sвас доступ плательщика.*Кузнецова/ })).toBeVisible();
  const list = screen.getByRole('region', { name: 'Как всё настроено' });
  expect(within(list).getAllByRole('link')).toHaveLength(2);
  expect(requests().filter(({ path }) => /security|consent|notice/.test(path))).toEqual([]);
});

it('a part is titled by its answer, named in the tab, and marked in the list beside it', async () => {
  serveSettings(settingsWorld());
  open('/settings/view');
  expect(await heading('Тема как на устройстве, обычный текст')).toBeVisible();
  expect(document.title).toMatch(/^Вид — /);
  const list = screen.getByRole('navigation', { name: 'Части настроек', hidden: true });
  expect(list.querySelector('[aria-current="page"]')).toHaveAttribute('href', '/lk/settings/view');
  await userEvent.click(await screen.findByRole('radio', { name: /Тёмная/ }));
  expect(await heading('Тёмная тема, обычный текст')).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: /Как на устройстве.*Меняется/ }));
});

it('a part in doubt is titled by the doubt', async () => {
  serveSettings(waits);
  answers(contract.notice.getPush, {}, { is_available: false, public_key: null, browsers: [] });
  open('/settings/email');
  expect(await heading('Второй номер ждёт код')).toBeVisible();
  expect(document.title).toMatch(/^Телефон и почта — /);
});
