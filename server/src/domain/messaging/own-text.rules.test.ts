import { expect, test } from 'vitest';
import { fillLine, fillParagraphs, fillSms } from './own-text.rules.ts';

test('a line stays one line, whatever the values and the template are', () => {
  const fields = { ответ: 'Починили.\r\nBcc: other@mail.example', тема: 'Обрыв' };
  expect(fillLine('{тема}: {ответ}', fields)).toBe('Обрыв: Починили. Bcc: other@mail.example');
  expect(fillLine('{тема}\r\n{тема}', fields)).toBe('Обрыв Обрыв');
});

test('braces in a value stay as they are, and a paragraph of empty values is left out', () => {
  expect(fillParagraphs('{ответ}\n\n{тема}', { ответ: '{тема} {сумма}', тема: '' })).toEqual(['{тема} {сумма}']);
});

test('a long value of a text message is not cut within an emoji', () => {
  expect(fillSms('{ответ}', { ответ: `${'а'.repeat(118)}🙂 спасибо` })).toBe(`${'а'.repeat(118)}…`);
});
