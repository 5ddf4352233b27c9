import { expect, test } from 'vitest';
import { faultOfName, nameFaultText, nameInOneForm, type NameFault } from './mailbox-name.ts';

test.each<[string, NameFault | undefined]>([
  ['', 'empty'],
  ['мария', 'cyrillic'],
  ['maria!', 'sign'],
  ['maria petrova', 'sign'],
  ['.maria', 'edge'],
  ['maria-', 'edge'],
  ['_', 'edge'],
  ['maria..petrova', 'double'],
  ['maria_-petrova', 'double'],
  ['ma', 'short'],
  ['m', 'short'],
  ['mar', undefined],
  ['maria.petrova_1-2', undefined],
  ['m'.repeat(30), undefined],
  ['m'.repeat(31), 'long'],
])('the name «%s» of a mailbox: %s', (name, fault) => {
  expect(faultOfName(name)).toBe(fault);
});

test('a name is stored in small letters without spaces around it', () => {
  expect(nameInOneForm(' Maria.Petrova ')).toBe('maria.petrova');
});

test('a name of the wrong length is told the right one', () => {
  expect(nameFaultText('short')).toBe('Нужно не меньше 3 знаков');
  expect(nameFaultText('long')).toBe('Нужно не больше 30 знаков');
});
