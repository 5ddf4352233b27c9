import { defineConfig } from 'vitest/config';
import { longestFirst } from './scripts/lib/longest-first.ts';

const LONGEST = [
  'server/simulator/simulator.test.ts',
  'server/seeds/demo.test.ts',
  'server/fuzz/fuzz.test.ts',
  'server/src/handlers/plan/plan.test.ts',
  'server/src/handlers/user/change-program.test.ts',
  'server/src/domain/changes/service-change/todays-books.test.ts',
  'server/test/statements.test.ts',
  'server/test/foreign-ids.test.ts',
  'server/src/db/embedded/launcher.test.ts',
  'server/src/domain/changes/suspension/suspension-money.test.ts',
];

export default defineConfig({
  test: { projects: ['server', 'web'], sequence: { sequencer: longestFirst(LONGEST) } },
});
