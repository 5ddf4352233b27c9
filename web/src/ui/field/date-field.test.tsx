import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { DayLimits } from '#web/lib/text/date-text.ts';
import { DateField } from './date-field.tsx';

const TODAY = '2026-11-23';
const plain = (text: string | null): string => (text ?? '').replace(/\s/g, ' ');

/** A field that holds its day, and shows it as a form would send it. */
function Form({ first, ...limits }: DayLimits & { first: string }) {
  const [day, setDay] = useState(first);
  return (
    <>
      <DateField label="С какого дня" value={day} today={TODAY} onChange={setDay} {...limits} />
      <button type="button" onClick={() => setDay('2026-12-31')}>
        Месяц
      </button>
      <output>{day}</output>
    </>
  );
}
const show = (limits: DayLimits = {}, first = '2026-11-24') => render(<Form first={first} {...limits} />);
const field = () => screen.getByLabelText('С какого дня');
const sent = () => screen.getByRole('status').textContent;
const open = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'С какого дня: открыть календарь' }));
  return screen.findByRole('dialog', { name: 'С какого дня: выберите день' });
};
const dayButton = (name: RegExp) => screen.getByRole('button', { name });

it('takes a typed day when it is whole, and keeps the former one till then', async () => {
  show();
  await userEvent.clear(field());
  await userEvent.type(field(), '0112202');
  expect(field()).toHaveValue('01.12.202');
  expect(sent()).toBe('');
  await userEvent.type(field(), '6');
  expect(sent()).toBe('2026-12-01');
});

it('completes the year when one leaves the field', async () => {
  show({ min: TODAY });
  await userEvent.clear(field());
  await userEvent.type(field(), '10.01');
  await userEvent.tab();
  expect(field()).toHaveValue('10.01.2027');
  expect(sent()).toBe('2027-01-10');
});

it('says that a day does not exist or is not possible, and sends none', async () => {
  show({ min: '2026-11-30', whyMin: 'перерыв не короче недели' }, '2026-12-01');
  await userEvent.clear(field());
  await userEvent.type(field(), '31.02.2027');
  await userEvent.tab();
  expect(field()).toHaveAccessibleDescription('Такого дня нет. Напишите, например, 23.11.2026');
  expect(sent()).toBe('');
  await userEvent.clear(field());
  await userEvent.type(field(), '24.11.2026');
  await userEvent.tab();
  expect(plain(field().getAttribute('aria-invalid'))).toBe('true');
  expect(screen.getByText(/перерыв не короче недели/).textContent.replace(/\s/g, ' ')).toBe(
    'Не раньше 30 ноября: перерыв не короче недели',
  );
  expect(sent()).toBe('');
});

it('drops what was being typed when another choice sets the day', async () => {
  show();
  await userEvent.type(field(), '{Backspace}{Backspace}');
  await userEvent.click(screen.getByRole('button', { name: 'Месяц' }));
  expect(field()).toHaveValue('31.12.2026');
});

it('shows a month from Monday on and moves by keys', async () => {
  show();
  await open();
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс',
  ]); // prettier-ignore
  expect(dayButton(/^24\s+ноября 2026, вторник, выбран$/)).toHaveFocus();
  await userEvent.keyboard('{Home}');
  expect(dayButton(/^23\s+ноября 2026, понедельник/)).toHaveFocus();
  await userEvent.keyboard('{End}{ArrowRight}{ArrowDown}');
  expect(dayButton(/^7\s+декабря 2026, понедельник/)).toHaveFocus();
  await userEvent.keyboard('{PageDown}{Shift>}{PageDown}{/Shift}{ArrowUp}{ArrowLeft}');
  expect(dayButton(/^30\s+декабря 2027/)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(sent()).toBe('2027-12-30');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('offers years where one may have to go far', async () => {
  show({ max: TODAY }, '2026-11-20');
  await open();
  const year = screen.getByRole('combobox', { name: 'Год' });
  await userEvent.selectOptions(year, '2023');
  await userEvent.click(dayButton(/^20\s+ноября 2023, понедельник$/));
  expect(sent()).toBe('2023-11-20');
});

it('keeps impossible days in sight, says why, and does not take them', async () => {
  show({ min: '2026-11-24', max: '2026-12-10', whyMax: 'дальше пока нельзя' });
  const dialog = await open();
  expect(plain(dialog.textContent)).toContain('Можно с 24 ноября по 10 декабря');
  await userEvent.click(screen.getByRole('button', { name: 'Следующий месяц' }));
  expect(screen.getByRole('button', { name: 'Следующий месяц' })).toHaveAttribute('aria-disabled', 'true');
  const late = dayButton(/^11\s+декабря/);
  expect(late).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(late);
  expect(plain(dialog.textContent)).toContain('Не позже 10 декабря: дальше пока нельзя');
  expect(sent()).toBe('2026-11-24');
});
