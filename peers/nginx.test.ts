import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ourFile } from '../bench/parts/balancer.ts';
import { freePort } from './mail/folder.ts';

test('nginx takes the site as it is, with TLS', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-nginx-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const own = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=lk.example.ru', '-keyout', key];
  execFileSync('openssl', ['req', ...own, '-out', certificate], { stdio: 'ignore' });
  const [plain, secure] = [await freePort(), await freePort()];
  // Its ports may be taken here, also by another test.
  const site = await ourFile('deploy/web/nginx.conf', [
    [/listen 80;\n.*/, `listen 127.0.0.1:${plain};`],
    [/listen 443 (.*);\n.*/, `listen 127.0.0.1:${secure} $1;`],
    [/\/etc\/letsencrypt\/.*fullchain\.pem/, certificate],
    [/\/etc\/letsencrypt\/.*privkey\.pem/, key],
  ]);
  const config = join(folder, 'nginx.conf');
  await writeFile(config, `pid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${site}\n}\n`);
  const { status, stderr } = spawnSync('/usr/sbin/nginx', ['-t', '-c', config], { encoding: 'utf8' });
  expect(stderr).toContain('test is successful');
  expect(status).toBe(0);
});
