import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { homeWorld, account, NOW, serveHome } from '../../../test/home-world.ts';
import { program, programTold, starter } from '../../../test/program-world.ts';
import { renderAt } from '../../../test/render.tsx';
import { answers, refuses, requests } from '../../../test/stub.ts';
import type { Program } from './program-data.ts';
import { ProgramsCard } from './programs-card.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  serveHome(homeWorld());
  answers(contract.userProgram.info, PARAMS, {
    programm_description: '<p>Ключ придёт на почту<script>x</script></p>',
    offerta: '<p>До конца периода</p>',
  });
  answers(contract.user.programPreview, {}, programTold());
});
afterEach(() => void vi.useRealTimers());

const PARAMS = { params: { id: '1' } };
const serve = (...programs: Program[]) => answers(contract.user.allowedDrawPrograms, PARAMS, programs);
const show = (search = '') =>
  renderAt(`/internet/1${search}`, <ProgramsCard whose={1} title="Дополнительные услуги" />, '/internet/:user_id');
const card = async () => {
  await screen.findAllByRole('switch');
  return screen.getByRole('region', { name: 'Дополнительные услуги' });
};
const plain = (element: HTMLElement) => element.textContent.replaceAll('\u00a0', ' ');
const bodyOf = (path: string) =>
  requests()
    .filter((sent) => sent.path.endsWith(path))
    .at(-1)?.body;

it('switches a program after its price and terms are shown, with the version that was shown', async () => {
  serve(program());
  show();
  const toggle = await screen.findByRole('switch', { name: 'Антивирус' });
  await userEvent.click(toggle);
  const dialog = within(await screen.findByRole('dialog', { name: 'Включить «Антивирус»?' }));
  await dialog.findByText('Останется на счёте');
  expect(plain(screen.getByRole('dialog'))).toContain('Сегодня спишем36,30 ₽');
  expect(await dialog.findByText('До конца периода')).toBeInTheDocument();
  expect(screen.queryByText(/script|x$/)).toBeNull();
  expect(toggle).toHaveAttribute('aria-checked', 'false');
  answers(contract.user.changeProgram, {}, programTold());
  serve(program({ control: status('on'), undo_until: '2026-11-20T10:15:00.000Z', is_applied: false }));
  await userEvent.click(dialog.getByRole('button', { name: /^Включить за.36,30/ }));
  expect(await screen.findByText('Включили «Антивирус»')).toBeVisible();
  expect(bodyOf('/user/change-program')).toEqual({ user_id: 1, programm_id: 1120, status: 'on', version: '7' });
  expect(await screen.findByText('Применяется…')).toBeVisible();
  expect(plain(await card())).toContain('Передумаете до 14:15 — вернём всё, что списали.');
});

it('allows no agreement without the terms, and tells a failure as one, with a retry', async () => {
  refuses(contract.userProgram.info, PARAMS, 'overloaded');
  serve(program());
  show();
  await userEvent.click(await screen.findByRole('switch', { name: 'Антивирус' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('Не удалось посчитать, сколько это стоит.');
  expect(dialog.queryByText('Сейчас нельзя.')).toBeNull();
  expect(dialog.getByRole('button', { name: 'Включить' })).toHaveAttribute('aria-disabled', 'true');
  answers(contract.userProgram.info, PARAMS, { programm_description: '', offerta: '<p>До конца периода</p>' });
  await userEvent.click(dialog.getByRole('button', { name: 'Повторить' }));
  expect(await dialog.findByRole('button', { name: /^Включить за.36,30/ })).toBeEnabled();
});

it('tells a preview that failed as a failure, and one that is refused as a prohibition', async () => {
  refuses(contract.user.programPreview, {}, 'unexpected');
  serve(program());
  show();
  await userEvent.click(await screen.findByRole('switch', { name: 'Антивирус' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('Не удалось посчитать, сколько это стоит.');
  expect(dialog.queryByText('Сейчас нельзя.')).toBeNull();
  refuses(contract.user.programPreview, {}, 'change_not_allowed');
  await userEvent.click(dialog.getByRole('button', { name: 'Повторить' }));
  await dialog.findByText('Сейчас нельзя.');
  expect(dialog.queryByRole('button', { name: 'Повторить' })).toBeNull();
});

it('changes «применяется» to applied by itself', async () => {
  serve(program({ is_applied: false }));
  show();
  await screen.findByText('Применяется…');
  serve(program());
  await waitFor(() => expect(screen.queryByText('Применяется…')).toBeNull(), { timeout: 5000 });
}, 10_000);

it('says that undoing a recent switch gives all money back', async () => {
  serve(program({ control: status('on'), undo_until: '2026-11-20T10:15:00.000Z' }));
  answers(
    contract.user.programPreview,
    {},
    programTold({ charge_now: '-36.30', parts: [{ text: 'Возврат: Антивирус', amount: '-36.30' }], switches_on: [] }),
  );
  show();
  await userEvent.click(await screen.findByRole('switch', { name: 'Антивирус' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Отключить «Антивирус»?' }));
  await dialog.findByText('Включили только что: вернём всё, что списали.');
  expect(plain(screen.getByRole('dialog'))).toContain('Сегодня вернём+36,30 ₽');
});

it('offers to keep a program with a planned end, with its own verb', async () => {
  serve(
    program({ control: { status: 'off_pending', text: 'Отключится 1 декабря', possible_from: null } }),
    program({
      programm_id: 1101,
      title: 'Адрес',
      control: { status: 'on_pending', text: 'Включится 1 декабря', possible_from: null },
    }),
  );
  show();
  expect(await screen.findByText('Отключится 1 декабря')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Не включать «Адрес»' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Оставить «Антивирус»' }));
  expect(await screen.findByRole('dialog', { name: 'Оставить «Антивирус»?' })).toBeVisible();
});

it('cancels a planned start without speaking of switching off', async () => {
  serve(program({ title: 'Антивирус 3', control: { status: 'on_pending', text: '1 декабря', possible_from: null } }));
  answers(
    contract.user.programPreview,
    {},
    programTold({ charge_now: '0.00', switches_on: [], switches_off: ['Антивирус\u00a03', 'Копии'] }),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Не включать «Антивирус 3»' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Не включать «Антивирус 3»?' }));
  expect(await dialog.findByText('Копии.')).toBeVisible();
  expect(screen.getByRole('dialog')).toHaveTextContent('Отключим: Копии.');
  answers(contract.user.changeProgram, {}, programTold());
  await userEvent.click(dialog.getByRole('button', { name: 'Не включать' }));
  expect(await screen.findByText('Не включим «Антивирус 3»')).toBeVisible();
});

it('in debt, does not say that a program being switched off will work after the payment', async () => {
  serveHome(homeWorld({ internet: account({ balance: '-628.50', blocked: true }) }));
  serve(program({ control: status('on') }));
  answers(contract.user.programPreview, {}, programTold({ missing: '628.50' }));
  show();
  await userEvent.click(await screen.findByRole('switch', { name: 'Антивирус' }));
  expect(await screen.findByText(/Отключим сейчас, остальное заработает после оплаты/)).toBeVisible();
});

it('leads to pay missing money, and restores the choice afterwards', async () => {
  serve(program({ affordable: false, missing_amount: '31.30' }));
  answers(contract.user.programPreview, {}, programTold({ missing: '31.30' }));
  const first = show();
  expect(plain(await card())).toContain('На счёте не хватает 32 ₽.');
  await userEvent.click(screen.getByRole('switch', { name: 'Антивирус' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByRole('link', { name: /Пополнить на 32/ })).toHaveAttribute('href', '/lk/payment/i/32');
  const { search } = window.location;
  first.unmount();
  show(search);
  expect(await screen.findByRole('dialog', { name: 'Включить «Антивирус»?' })).toBeVisible();
});

it('in debt, says once that everything works after the payment', async () => {
  serveHome(homeWorld({ internet: account({ balance: '-628.50', blocked: true }) }));
  serve(program({ affordable: false, missing_amount: '664.80' }), program({ programm_id: 1121, title: 'Копии' }));
  show();
  expect(await screen.findByText('На счёте долг: что включите сейчас, заработает после оплаты.')).toBeVisible();
  expect(screen.queryByText(/не.хватает/)).toBeNull();
});

it('does not make an outdated change, and shows the current state', async () => {
  serve(program());
  show();
  await userEvent.click(await screen.findByRole('switch', { name: 'Антивирус' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('Останется на счёте');
  refuses(contract.user.changeProgram, {}, 'changed_meanwhile');
  serve(program({ control: status('on'), version: '8' }));
  await userEvent.click(dialog.getByRole('button', { name: /^Включить за.36,30/ }));
  expect(await screen.findByText(/в другом окне/)).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByRole('switch', { name: 'Антивирус', checked: true })).toBeVisible();
});

it('requests the operator’s texts on demand', async () => {
  serve(program());
  show();
  await screen.findByRole('switch');
  const asked = () => requests().filter(({ path }) => path.includes('/user-program/info')).length;
  expect(asked()).toBe(0);
  await userEvent.click(screen.getByRole('button', { name: 'Подробнее: Антивирус' }));
  expect(await screen.findByText('Ключ придёт на почту')).toBeVisible();
  expect(asked()).toBe(1);
});

it('shows a load error and retries', async () => {
  refuses(contract.user.allowedDrawPrograms, PARAMS, 'overloaded');
  show();
  const retry = await screen.findByRole('button', { name: 'Повторить' });
  serve(program());
  await userEvent.click(retry);
  expect(await card()).toBeVisible();
});

it('switches programs of the contract by the calls of the contract', async () => {
  const paper = program({ programm_id: 1401, title: 'Бумажный счёт' });
  answers(contract.internetContract.allowedDrawPrograms, {}, [starter(), paper]);
  answers(contract.internetContract.programInfo, {}, { programm_id: 1401, text: '<p>Письмо</p>' });
  answers(contract.internetContract.programPreview, {}, programTold());
  answers(contract.internetContract.changeProgram, {}, programTold());
  const only = ({ programm_id }: Program) => programm_id === 1401;
  renderAt('/internet/1', <ProgramsCard whose="contract" title="Услуги договора" only={only} />);
  expect(await screen.findAllByRole('switch')).toHaveLength(1);
  await userEvent.click(screen.getByRole('switch', { name: 'Бумажный счёт' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('Останется на счёте');
  await userEvent.click(dialog.getByRole('button', { name: /^Включить за.36,30/ }));
  await screen.findByText('Включили «Бумажный счёт»');
  expect(bodyOf('/internet-contract/change-program')).toEqual({ programm_id: 1401, status: 'on', version: '7' });
});

function status(word: 'on' | 'off'): Program['control'] {
  return { status: word, text: '', possible_from: null };
}
