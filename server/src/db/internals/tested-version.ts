import { createRequire } from 'node:module';

/**
 * The versions of node-postgres with which the private parts used by `pipeline-batch.ts` and `cached-shape-result.ts`
 * were tested (`node-postgres.test.ts`). With any other version each statement is sent separately: slower, but without
 * private parts.
 */
const TESTED: readonly string[] = ['8.23.1'];

const { version } = createRequire(import.meta.url)('pg/package.json') as { version: string };

export const isTestedVersion = TESTED.includes(version);
