import { createRequire } from 'node:module';

/**
 * The versions of node-postgres whose private parts `pipeline-batch.ts` and `cached-shape-result.ts` were tested with
 * (`node-postgres.test.ts`). With another one every statement is sent by itself: slower, and without private parts.
 */
const TESTED: readonly string[] = ['8.23.1'];

const { version } = createRequire(import.meta.url)('pg/package.json') as { version: string };

export const isTestedVersion = TESTED.includes(version);
