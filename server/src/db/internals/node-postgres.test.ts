import { expect, test } from 'vitest';
import { isTestedVersion } from './tested-version.ts';

// `database.long.test.ts` tests the private parts themselves; this test fails when a new version is not tested yet.
test('the installed node-postgres is one whose private parts were tested', () => {
  expect(isTestedVersion).toBe(true);
});
