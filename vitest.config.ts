import { defineConfig } from 'vitest/config';
import { longestFirst } from './scripts/lib/longest-first.ts';

const LONGEST = [
  'server/simulator/simulator.long.test.ts',
  'server/fuzz/fuzz.long.test.ts',
  'server/src/db/embedded/launcher.long.test.ts',
  'server/test/database/statements.long.test.ts',
  'server/src/http/stream/stream.test.ts',
  'server/seeds/demo.long.test.ts',
  'server/src/handlers/money/autopayment/autopayment.test.ts',
  'server/src/worker.long.test.ts',
  'server/src/domain/payments/settlement/acquirers.long.test.ts',
  'server/src/db/database.long.test.ts',
  'server/src/domain/changes/suspension/suspension-money.long.test.ts',
];

export default defineConfig({
  test: { projects: ['server', 'web'], sequence: { sequencer: longestFirst(LONGEST) } },
});
