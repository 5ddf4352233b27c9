import { expect, test } from 'vitest';
import { endCauseText } from './end-cause.rules.ts';

test('each cause of an end has a sentence, in the spelling of the network or ours; so has an unknown one', () => {
  expect(endCauseText('Lost-Carrier')).toBe('Пропал сигнал: роутер выключили или отсоединили кабель');
  expect(endCauseText('lost_carrier')).toBe(endCauseText('Lost-Carrier'));
  for (const unknown of [null, '', 'Sunspots']) expect(endCauseText(unknown)).toBe('Сеть не сообщила причину');
});
