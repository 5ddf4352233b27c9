import { expect, test } from 'vitest';
import { reversalText } from './reversal.texts.ts';

test.each([
  ['Интернет «Волга 500»', 'Возврат: Интернет «Волга 500». Отмена смены тарифа'],
  ['Возврат: Интернет «Волга 300»', 'Интернет «Волга 300». Отмена смены тарифа'],
])('the reversal of «%s» reads «%s»', (text, reversal) => {
  expect(reversalText(text, 'Отмена смены тарифа')).toBe(reversal);
});
