import { setFlagsFromString } from 'node:v8';
import { standardOutput } from '#server/kernel/log-output.ts';
import { readConfig, type Config } from './config/config.ts';
import { endWithin } from './ending.ts';
import type { RunningPortal } from './running-portal.ts';

// A request leaves a few megabytes of garbage: one thread collects it more cheaply than several that wait for each
// other.
setFlagsFromString('--no-parallel-scavenge');
// The heap is collected when it has grown by this much; by default, when it is several times as large (scripts/lib/server-process.mjs).
setFlagsFromString('--heap-growing-percent=40');
// The compilations of Maglev leave malloc with memory that it does not give back, fewer if they inline nothing (decision 304).
setFlagsFromString('--no-maglev-inlining');

const say = (line: string) => {
  standardOutput.write(`${line}\n`);
};
// Whoever reads the errors may be gone, too.
process.stderr.on('error', () => undefined);
/** Milliseconds for a slow reader of the log when the process ends. */
const LAST_LINES_MS = 1000;

let portal: RunningPortal | undefined;
let stopping = false;

async function start(config: Config): Promise<void> {
  const began = performance.now();
  // Imported only now, so that a wrong setting is reported at once.
  const { RunningPortal } = await import('./running-portal.ts');
  if (stopping) return;
  portal = new RunningPortal(config, say);
  await portal.start();
  announce(config, performance.now() - began, await portal.demoInvitations());
}

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  await portal?.stop();
  await endWithin(LAST_LINES_MS, () => standardOutput.flush());
  process.exit(code);
}

function announce(config: Config, took: number, invitations: readonly string[]): void {
  say(`\nКабинет готов за ${(took / 1000).toFixed(1)} с: ${config.PUBLIC_URL}/lk/`);
  if (!config.isDemo) return;
  say('Демонстрационные договоры, пароль у всех demo-kabinet:');
  say('  100001  все услуги, деньги есть       100002  долг, интернет отключён');
  say('  100003  новый абонент                 100004  смена тарифа, заблокирован логин');
  say('  100005  компания, 120 услуг\n');
  if (invitations.length === 0) return;
  say('Рабочее место сотрудника, ссылки для первого входа на час:');
  for (const line of invitations) say(line);
  say('');
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));
Promise.resolve(process.env)
  .then(readConfig)
  .then(start)
  .catch((error: unknown) => {
    if (stopping) return;
    process.stderr.write(`Кабинет не запустился: ${error instanceof Error ? error.message : String(error)}\n`);
    void stop(1);
  });
