// PgBouncer keeps the names of prepared statements since 1.21; Debian 12 has 1.18. Where the installed one is older, that of Debian 13 is
// unpacked beside the project.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { run } from '../../scripts/lib/command.mjs';

export const INSTALLED = '/usr/sbin/pgbouncer';
const FOLDER = fileURLToPath(new URL('../../node_modules/.pgbouncer', import.meta.url));
const UNPACKED = `${FOLDER}/pgbouncer`;

async function isNewEnough() {
  const { output } = await run(INSTALLED, ['--version']);
  const [, major = 0, minor = 0] = /PgBouncer (\d+)\.(\d+)/.exec(output) ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
}

/** Unpacks it where it is needed. @param {AbortSignal} signal */
export const provideNewestPgbouncer = async (signal) =>
  existsSync(UNPACKED) || (await isNewEnough())
    ? { code: 0, output: '' }
    : run('sh', ['peers/pgbouncer/unpack.sh', FOLDER], { signal });

/** The program. */
export const newestPgbouncer = async () => ((await isNewEnough()) ? INSTALLED : UNPACKED);
