// `npm run test:peers`: the portal beside real programs (mail, SIP …), which Debian's packages provide, and the long proofs: over all calls,
// pages, days and crashes (`*.long.test.ts`).
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { packages } from '../peers/packages.mjs';
import { provideNewestPgbouncer } from '../peers/pgbouncer/newest.mjs';
import { run } from './lib/command.mjs';
import { aptGet, canInstall, installPackages } from './lib/debian.mjs';
import { takeStages } from './lib/stages.mjs';
import { chromium, counts, installing, nothingToDo, npmScript } from './lib/steps.mjs';
import { build, isBuilt } from './lib/web-build.mjs';

/** Debian asks this script whether an installed daemon may start; the tests start their own, with their own settings. */
const POLICY = '/usr/sbin/policy-rc.d';

/** @type {(name: string) => Promise<boolean>} */
const isInstalled = async (name) => {
  const { code, output } = await run('dpkg-query', ['-W', '-f', '${Status}', name]);
  return code === 0 && output.includes('install ok installed');
};

async function missingPackages() {
  const known = await Promise.all(packages.map(async (name) => ({ name, isThere: await isInstalled(name) })));
  return known.flatMap(({ name, isThere }) => (isThere ? [] : [name]));
}

/** @type {(missing: readonly string[], signal: AbortSignal) => ReturnType<typeof run>} */
async function installWithoutStarting(missing, signal) {
  const isOurs = !existsSync(POLICY);
  if (isOurs) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    const updated = await aptGet(['update'], signal);
    return updated.code === 0 ? await installPackages(missing, signal) : updated;
  } finally {
    if (isOurs) rmSync(POLICY);
  }
}

/** @param {AbortSignal} signal */
async function providePackages(signal) {
  const missing = await missingPackages();
  if (missing.length === 0) return nothingToDo;
  if (canInstall()) return installWithoutStarting(missing, signal);
  return { code: 1, output: `Install these packages, or run as root on Debian: ${missing.join(' ')}` };
}

const needs = ['install', 'packages', 'pgbouncer', 'chromium', 'build'];

process.exitCode = await takeStages([
  // One after the other: two of them may ask Debian for packages.
  [installing],
  [{ name: 'packages', work: providePackages }],
  [{ name: 'pgbouncer', work: provideNewestPgbouncer, needs: ['packages'] }],
  [chromium, { name: 'build', work: async (signal) => (isBuilt() ? nothingToDo : build(signal)) }],
  [
    npmScript('long:e2e', { tells: counts, needs }),
    npmScript('long:units', { tells: counts, needs }),
    npmScript('peers', { tells: counts, needs }),
  ],
]);
