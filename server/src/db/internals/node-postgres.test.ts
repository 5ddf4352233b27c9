import { expect, test } from 'vitest';
import { isTestedVersion } from './tested-version.ts';

// `database.test.ts` tests what the private parts do; this one fails when a new version has not been tested yet.
test('the installed node-postgres is one whose private parts were tested', () => {
  expect(isTestedVersion).toBe(true);
});
