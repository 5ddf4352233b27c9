// `npm run e2e:on 2026-12-31 [files]`: walks the journeys on another day, in whose month other things are due. `faketime` (a package of
// Debian) gives the tests, their servers and PostgreSQL that day; browsers get it from the harness, because Chromium bears no false clock.
import { spawn } from 'node:child_process';
import { root } from './lib/command.mjs';

const HOUR_MS = 3_600_000;

const [day = '', ...files] = process.argv.slice(2);
const then = Date.parse(`${day}T12:00:00+04:00`);
if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(day) || Number.isNaN(then)) {
  console.error('A day is needed: npm run e2e:on 2026-12-31');
  process.exit(2);
}
// Whole hours: the minutes of the hour stay true.
const hours = Math.round((then - Date.now()) / HOUR_MS);
const walk = spawn(
  'faketime',
  ['-f', `${hours < 0 ? '' : '+'}${hours}h`, 'npx', 'vitest', 'run', '--config', 'e2e/vitest.config.ts', ...files],
  {
    cwd: root,
    stdio: 'inherit',
    // What waits keeps the true time. A process that is started begins at the same day, not at the day once more.
    env: { ...process.env, FAKETIME_DONT_FAKE_MONOTONIC: '1', FAKETIME_DONT_RESET: '1', E2E_AHEAD: String(hours) },
  },
);
walk.on('error', () => console.error('faketime is not there: apt-get install faketime'));
walk.on('exit', (code) => (process.exitCode = code ?? 1));
