import { expect, test } from 'vitest';
import { typesOf } from './kind.rules.ts';

test('under «Интернет» stand all types but TV, SIP and mail (specification, 3)', () => {
  expect(typesOf('internet')).toEqual(['isg', 'ethernet', 'homenet', 'dialup', 'dialup_t', 'dialup_city']);
  expect(typesOf('tv')).toEqual(['tv']);
});
