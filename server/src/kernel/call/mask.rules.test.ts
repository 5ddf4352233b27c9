import { expect, test } from 'vitest';
import { seen } from './mask.rules.ts';

test.each([
  ['name', 'Иванов Сергей Петрович', 'Иванов С.'],
  ['name', 'Иванов', 'Иванов'],
  ['name', 'ИП Иванов Сергей', 'ИП Иванов С.'],
  ['name', 'ООО «Ромашка и Ко»', 'ООО «Ромашка и Ко»'],
  ['name', '+7 927 123-45-67', '+7'],
  ['phone', '79271234567', '•••67'],
  ['phone', '67', '•••'],
  ['address', 'Тольятти, ул.\u00a0Лесная, 14, кв.\u00a012', 'Тольятти, ул.\u00a0Лесная, 14'],
  ['address', 'Тольятти, ул. Лесная, 14 кв. 12 к', 'Тольятти, ул. Лесная, 14'],
  ['address', 'Тольятти, ул.\u00a0Лесная, 14', 'Тольятти, ул.\u00a0Лесная, 14'],
  ['document', '36 04 123456', '•••3456'],
  ['paper', '02.03.1985', '•••'],
  ['mail', 'ivanov@mail.example', 'i•••'],
  ['call', '78482001234', '•••34'],
  ['words', 'Звоните 8 (927) 123-45-67 или ivanov.s@mail.example', 'Звоните •••67 или i•••'],
  ['words', 'Номер 78482001234, договор 100001', 'Номер •••34, договор 100001'],
  ['words', 'Платёж 0191d3c0-0000-7000-8000-000000000001', 'Платёж 0191d3c0-0000-7000-8000-000000000001'],
  ['other', 'что угодно', '•••'],
] as const)('%s: %s is masked as %s', (kind, text, masked) => {
  expect(seen(kind, 'masked', text)).toBe(masked);
  expect(seen(kind, 'whole', text)).toBe(text);
  expect(seen(kind, 'hidden', text)).toBe('•••');
});

test('what is empty stays empty', () => {
  expect(seen('phone', 'hidden', '')).toBe('');
});
