import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Field, TextArea } from '../field/field.tsx';
import { bareCode, sixDigits, within } from './within.ts';

const LIMIT = 2000;

function show() {
  const sent = vi.fn();
  function Form() {
    const [text, setText] = useState('');
    const [code, setCode] = useState('');
    return (
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          sent({ text, code: bareCode(code) });
        }}
      >
        <TextArea
          label="Сообщение"
          {...within(LIMIT, { value: text, hint: 'Коротко' })}
          onChange={({ target }) => setText(target.value)}
        />
        <Field label="Код" {...sixDigits({ value: code })} onChange={({ target }) => setCode(target.value)} />
        <button type="submit">Отправить</button>
      </form>
    );
  }
  render(<Form />);
  return sent;
}

const idOf = (label: string) => screen.getByLabelText(label).getAttribute('aria-describedby') ?? '';
const noteOf = (label: string) => document.getElementById(idOf(label))?.textContent.replace(/\s/g, ' ');
const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const send = () => userEvent.click(screen.getByRole('button', { name: 'Отправить' }));

it('keeps a text that is too long, says how much, and sends nothing until it fits', async () => {
  const sent = show();
  expect(noteOf('Сообщение')).toBe('Коротко');
  write('Сообщение', 'а'.repeat(10_000));
  expect(screen.getByLabelText('Сообщение')).toHaveValue('а'.repeat(10_000));
  expect(noteOf('Сообщение')).toBe('На 8 000 знаков длиннее, чем можно. Сократите до 2 000');
  await send();
  expect(sent).not.toHaveBeenCalled();
  expect(screen.getByLabelText('Сообщение')).toHaveFocus();
  write('Сообщение', 'а'.repeat(LIMIT));
  expect(noteOf('Сообщение')).toBe('Набрано 2 000 из 2 000 знаков');
  await send();
  expect(sent).toHaveBeenCalledExactlyOnceWith({ text: 'а'.repeat(LIMIT), code: '' });
});

it.each([
  ['12345678', 'В коде шесть цифр, а здесь 8. Проверьте, что лишнее'],
  ['12345６', 'В коде только цифры от 0 до 9. Уберите остальное'],
  ['код 1234', 'В коде только цифры от 0 до 9. Уберите остальное'],
])('drops nothing of the code %j', async (typed, note) => {
  const sent = show();
  write('Код', typed);
  expect(screen.getByLabelText('Код')).toHaveValue(typed);
  expect(noteOf('Код')).toBe(note);
  await send();
  expect(sent).not.toHaveBeenCalled();
});

it('takes a code in groups', async () => {
  const sent = show();
  write('Код', '123 456');
  await send();
  expect(sent).toHaveBeenCalledExactlyOnceWith({ text: '', code: '123456' });
});
