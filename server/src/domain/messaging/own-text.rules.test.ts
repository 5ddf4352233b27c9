import { describe, expect, test } from 'vitest';
import { fillLine, fillParagraphs, fillSms, ownTextFault, templateOf, type OwnTextPart } from './own-text.rules.ts';

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

test('a value of a text message has at most a hundred and twenty signs', () => {
  expect(fillSms('{ответ}', { ответ: 'а'.repeat(120) })).toBe('а'.repeat(120));
  expect(fillSms('{ответ}', { ответ: 'а'.repeat(121) })).toBe(`${'а'.repeat(119)}…`);
});

test('a paragraph stays if it has no values or one of them is there', () => {
  const fields = { ответ: '', тема: 'Обрыв' };
  expect(fillParagraphs('Здравствуйте!\n\n{тема}: {ответ}\n \n{ответ}', fields)).toEqual(['Здравствуйте!', 'Обрыв:']);
  expect(fillParagraphs('{нет}\n\n  \n\nА', fields)).toEqual(['А']);
});

test('a built-in text becomes a template by its values, the longest first', () => {
  const fields = { число: '20', день: '20 ноября', пусто: '', сумма: '1\u00a0₽' };
  expect(templateOf('Спишем 1\u00a0₽ 20 ноября, через 20 дней', fields)).toBe(
    'Спишем {сумма} {день}, через {число} дней',
  );
});

describe('a text of the operator', () => {
  const fault = (template: string, part: OwnTextPart = 'text', builtIn = '') =>
    ownTextFault({ part, template, builtIn, fields: { сумма: '100 ₽' }, link: 'https://lk.example/x' });

  test('is not empty and not too long', () => {
    expect(fault(' \n')).toMatch(/^текст пуст/);
    for (const [part, most] of [
      ['title', 120],
      ['text', 2000],
      ['subject', 150],
      ['letter', 4000],
    ] as const) {
      expect(fault('а'.repeat(most), part)).toBeUndefined();
      expect(fault('а'.repeat(most + 1), part)).toBe(`${most + 1} знаков, можно ${most}`);
    }
    expect(fault('а'.repeat(601), 'sms')).toBe('601 знаков, можно 600');
  });

  test('has the values of the built-in one, and no others', () => {
    expect(fault('Спишем {сумма}', 'text', '{сумма}')).toBeUndefined();
    expect(fault('Спишем', 'text', '{сумма}')).toBe('не хватает подстановки: {сумма}');
    expect(fault('Спишем {день}')).toBe('нет такой подстановки: {день}. Есть: {сумма}');
    expect(fault('Спишем {сумма')).toBe('фигурная скобка без пары');
  });

  test('has nothing invisible but the ends of lines', () => {
    expect(fault('а\r\nб\tв')).toBeUndefined();
    expect(fault('а\u202eб')).toBe('есть невидимый знак U+202E, сотрите его');
    expect(fault('а\u0007б')).toBe('есть невидимый знак U+0007, сотрите его');
  });

  test('takes at most four parts of a text message with its link', () => {
    // The link and the space before it take 21 of 268 signs.
    expect(fault('а'.repeat(247), 'sms')).toBeUndefined();
    expect(fault('а'.repeat(248), 'sms')).toBe('СМС со ссылкой займёт 5 частей, можно 4');
    expect(fault('а'.repeat(248), 'text')).toBeUndefined();
  });
});
