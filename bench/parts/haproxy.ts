import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ourFile, runningBalancer, type BalancerSetup } from './balancer.ts';

/** HAProxy with the second half of deploy/ha/haproxy.cfg: other ports, and HTTP instead of TLS. */
export async function startHaproxy({ folder, address, ports: [one, other] }: BalancerSetup) {
  const [config, log] = [join(folder, 'haproxy.cfg'), join(folder, 'haproxy.log')];
  const site = await ourFile('deploy/ha/haproxy.cfg', [
    [/^# --- The database[\s\S]*?(?=^# --- Kabinet)/m, ''],
    [/127\.0\.0\.1:8080/g, `127.0.0.1:${one}`],
    [/127\.0\.0\.1:8081/g, `127.0.0.1:${other}`],
    [/bind :80\n/, `bind 127.0.0.1:${address}\n`],
    [/ *bind :443 .*\n/, ''],
    [/ *http-request redirect scheme .*\n/, ''],
    [/ *user haproxy\n *group haproxy\n/, ''],
    [/^ *log .*\n/gm, ''],
    [/maxconn 10000/, 'maxconn 2000'],
  ]);
  await writeFile(config, site);
  const file = openSync(log, 'a');
  const haproxy = spawn('/usr/sbin/haproxy', ['-db', '-f', config], { stdio: ['ignore', file, file] });
  closeSync(file);
  // No process is asked for before it has been seen twice.
  const answers = () =>
    fetch(`http://127.0.0.1:${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  return runningBalancer(haproxy, { log, answers, endBy: 'SIGTERM' });
}
