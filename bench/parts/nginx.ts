import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface BalancerSetup {
  /** For its configuration, its logs and its temporary files. */
  readonly folder: string;
  /** Where it listens. */
  readonly address: number;
  /** The ports of the two processes behind it. */
  readonly ports: readonly [number, number];
}

/** nginx with the site of deploy/web/nginx.conf: other ports, and HTTP instead of TLS. */
export async function startNginx({ folder, address, ports }: BalancerSetup) {
  const config = join(folder, 'nginx.conf');
  const log = join(folder, 'nginx.log');
  await writeFile(config, whole(folder, log, site(await ourSite(), address, ports)));
  const nginx = spawn(program(), ['-c', config, '-e', log], { stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = once(nginx, 'exit');
  await Promise.race([
    answers(address),
    ended.then(async () => Promise.reject(new Error(await readFile(log, 'utf8')))),
  ]);
  return {
    errors: () => readFile(log, 'utf8'),
    end: async () => {
      nginx.kill('SIGQUIT');
      await ended;
    },
  };
}

const ourSite = (): Promise<string> => readFile(new URL('../../deploy/web/nginx.conf', import.meta.url), 'utf8');

/** The upstream as it is, and the server of TLS without it. */
function site(text: string, address: number, [one, other]: readonly [number, number]): string {
  const changes: readonly (readonly [RegExp, string])[] = [
    [/127\.0\.0\.1:8080/, `127.0.0.1:${one}`],
    [/127\.0\.0\.1:8081/, `127.0.0.1:${other}`],
    [/^server \{\n {2}listen 80;[\s\S]*?\n\}\n/m, ''],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${address};`],
    [/ *listen \[::\]:443 ssl http2;\n/, ''],
    [/(?: *ssl_\w+ .*;\n)+/, ''],
  ];
  return changes.reduce((changed, [what, by]) => {
    if (!what.test(changed)) throw new Error(`deploy/web/nginx.conf has no ${what.source}`);
    return changed.replace(what, by);
  }, text);
}

/** Two workers, so that what they know of the processes must be shared. */
const whole = (folder: string, log: string, text: string): string => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 2;
pid ${join(folder, 'nginx.pid')};
error_log ${log} warn;
events { worker_connections 2048; }
http {
  access_log off;
  client_body_temp_path ${join(folder, 'body')};
  proxy_temp_path ${join(folder, 'proxy')};
  fastcgi_temp_path ${join(folder, 'fastcgi')};
  uwsgi_temp_path ${join(folder, 'uwsgi')};
  scgi_temp_path ${join(folder, 'scgi')};
${text}
}
`;

async function answers(address: number): Promise<void> {
  const isThere = () =>
    fetch(`http://127.0.0.1:${address}/livez`).then(
      () => true,
      () => false,
    );
  while (!(await isThere())) await pause(50);
}

function program(): string {
  const found = ['nginx', '/usr/sbin/nginx'].find((path) => spawnSync(path, ['-v']).status === 0);
  if (!found) throw new Error('Install nginx (Debian: nginx-light)');
  return found;
}
