import { expect, it } from 'vitest';
import { initials } from './initials.ts';

it.each([
  ['Мария Сергеевна', 'МС'],
  ['ООО «Волжские пекарни»', 'ВП'],
  ['АО "Лада"', 'Л'],
  ['ИП Оганесян', 'О'],
  ['Оооновский завод труб', 'ОЗ'],
])('%s is %s', (name, letters) => expect(initials(name)).toBe(letters));
