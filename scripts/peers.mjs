// `npm run test:peers`: the portal beside real programs (mail, SIP …), which Debian's packages provide.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { packages } from '../peers/packages.mjs';
import { root, run } from './lib/command.mjs';
import { aptGet, canInstall, installPackages } from './lib/debian.mjs';

/** Debian asks this script whether an installed daemon may start; the tests start their own, with their own settings. */
const POLICY = '/usr/sbin/policy-rc.d';

/** @type {(name: string) => Promise<boolean>} */
const isInstalled = async (name) => {
  const { code, output } = await run('dpkg-query', ['-W', '-f', '${Status}', name]);
  return code === 0 && output.includes('install ok installed');
};

/** @param {readonly string[]} missing */
async function install(missing) {
  if (!canInstall()) throw new Error(`Install these packages, or run as root on Debian: ${missing.join(' ')}`);
  const isOurs = !existsSync(POLICY);
  if (isOurs) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    for (const step of [() => aptGet(['update']), () => installPackages(missing)]) {
      const { code, output } = await step();
      if (code !== 0) throw new Error(output);
    }
  } finally {
    if (isOurs) rmSync(POLICY);
  }
}

const known = await Promise.all(packages.map(async (name) => /** @type {const} */ ([name, await isInstalled(name)])));
const missing = known.flatMap(([name, installed]) => (installed ? [] : [name]));
if (missing.length > 0) await install(missing);
process.exitCode =
  spawnSync('npx', ['vitest', 'run', '--config', 'peers/vitest.config.ts'], { cwd: root, stdio: 'inherit' }).status ??
  1;
