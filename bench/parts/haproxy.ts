import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BalancerSetup } from './nginx.ts';

/** HAProxy with the second half of deploy/ha/haproxy.cfg: other ports, and HTTP instead of TLS. */
export async function startHaproxy({ folder, address, ports }: BalancerSetup) {
  const [config, log] = [join(folder, 'haproxy.cfg'), join(folder, 'haproxy.log')];
  await writeFile(config, site(await ourSite(), address, ports));
  const file = openSync(log, 'a');
  const haproxy = spawn('/usr/sbin/haproxy', ['-db', '-f', config], { stdio: ['ignore', file, file] });
  closeSync(file);
  const ended = once(haproxy, 'exit');
  // No process is asked for before it has been seen twice.
  await Promise.race([
    answers(address),
    ended.then(async () => Promise.reject(new Error(await readFile(log, 'utf8')))),
  ]);
  return {
    errors: () => readFile(log, 'utf8'),
    end: async () => {
      haproxy.kill('SIGTERM');
      await ended;
    },
  };
}

const ourSite = (): Promise<string> => readFile(new URL('../../deploy/ha/haproxy.cfg', import.meta.url), 'utf8');

function site(text: string, address: number, [one, other]: readonly [number, number]): string {
  const changes: readonly (readonly [RegExp, string])[] = [
    [/^# --- The database[\s\S]*?(?=^# --- Kabinet)/m, ''],
    [/127\.0\.0\.1:8080/g, `127.0.0.1:${one}`],
    [/127\.0\.0\.1:8081/g, `127.0.0.1:${other}`],
    [/bind :80\n/, `bind 127.0.0.1:${address}\n`],
    [/ *bind :443 .*\n/, ''],
    [/ *http-request redirect scheme .*\n/, ''],
    [/ *user haproxy\n *group haproxy\n/, ''],
    [/^ *log .*\n/gm, ''],
    [/maxconn 10000/, 'maxconn 2000'],
  ];
  return changes.reduce((changed, [what, by]) => {
    if (changed.search(what) < 0) throw new Error(`deploy/ha/haproxy.cfg has no ${what.source}`);
    return changed.replace(what, by);
  }, text);
}

async function answers(address: number): Promise<void> {
  const isThere = () =>
    fetch(`http://127.0.0.1:${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isThere())) await pause(50);
}
