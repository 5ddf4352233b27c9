import { spawn, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ourFile, runningBalancer, type BalancerSetup } from './balancer.ts';

/** nginx with the site of deploy/web/nginx.conf: other ports, and HTTP instead of TLS. */
export async function startNginx({ folder, address, ports: [one, other] }: BalancerSetup) {
  const config = join(folder, 'nginx.conf');
  const log = join(folder, 'nginx.log');
  // The upstream as it is, and the server of TLS without it.
  const site = await ourFile('deploy/web/nginx.conf', [
    [/127\.0\.0\.1:8080/, `127.0.0.1:${one}`],
    [/127\.0\.0\.1:8081/, `127.0.0.1:${other}`],
    [/^server \{\n {2}listen 80;[\s\S]*?\n\}\n/m, ''],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${address};`],
    [/ *listen \[::\]:443 ssl http2;\n/, ''],
    [/(?: *ssl_\w+ .*;\n)+/, ''],
  ]);
  await writeFile(config, whole(folder, log, site));
  const nginx = spawn(program(), ['-c', config, '-e', log], { stdio: ['ignore', 'inherit', 'inherit'] });
  const answers = () =>
    fetch(`http://127.0.0.1:${address}/livez`).then(
      () => true,
      () => false,
    );
  return runningBalancer(nginx, { log, answers, endBy: 'SIGQUIT' });
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

function program(): string {
  const found = ['nginx', '/usr/sbin/nginx'].find((path) => spawnSync(path, ['-v']).status === 0);
  if (!found) throw new Error('Install nginx (Debian: nginx-light)');
  return found;
}
