import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/command.mjs';

const DEBIAN = join(root, 'deploy/debian');
const BACKUP = join(root, 'deploy/backup');
const SCRIPTS = ['postinst', 'prerm', 'postrm'];
/** Of the engineer: an upgrade keeps what he has changed. */
const CONFFILES = ['kabinet.env', 'migration.env', 'provider.json', 'backup.env'].map((name) => `/etc/kabinet/${name}`);

const LEVEL = { zstd: ['-z12'], none: [] };

/** Makes the package for Debian of a tree, and leaves the tree as it was. Returns its file. */
export function makeDebianPackage(
  place: string,
  tree: string,
  version: string,
  packing: 'zstd' | 'none' = 'zstd',
): string {
  const folder = join(place, 'debian');
  const home = join(folder, 'usr/lib/kabinet');
  mkdirSync(join(folder, 'usr/lib'), { recursive: true });
  renameSync(tree, home);
  try {
    layAround(folder);
    writeControl(folder, version);
    const file = join(place, `kabinet_${version}_amd64.deb`);
    execFileSync('dpkg-deb', ['--root-owner-group', `-Z${packing}`, ...LEVEL[packing], '--build', folder, file], {
      stdio: 'ignore',
    });
    return file;
  } finally {
    renameSync(home, tree);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the system looks for outside the tree: the command, the units, the settings, the licence. */
function layAround(folder: string): void {
  const at = (path: string) => {
    mkdirSync(join(folder, path), { recursive: true });
    return join(folder, path);
  };
  symlinkSync('../lib/kabinet/bin/kabinet', join(at('usr/bin'), 'kabinet'));
  const units = at('usr/lib/systemd/system');
  for (const place of [DEBIAN, BACKUP]) {
    for (const unit of readdirSync(place).filter((name) => /\.(?:service|timer)$/.test(name)))
      cpSync(join(place, unit), join(units, unit));
  }
  const settings = at('etc/kabinet');
  cpSync(join(DEBIAN, 'kabinet.env'), join(settings, 'kabinet.env'));
  cpSync(join(DEBIAN, 'migration.env'), join(settings, 'migration.env'));
  chmodSync(join(settings, 'migration.env'), 0o600);
  cpSync(join(BACKUP, 'backup.env'), join(settings, 'backup.env'));
  cpSync(join(root, 'server/seeds/provider.json'), join(settings, 'provider.json'));
  cpSync(join(root, 'LICENSE'), join(at('usr/share/doc/kabinet'), 'copyright'));
  symlinkSync('../../../lib/kabinet/docs', join(folder, 'usr/share/doc/kabinet/docs'));
  writeFileSync(join(at('usr/share/bash-completion/completions'), 'kabinet'), completions());
}

const completions = (): string =>
  execFileSync(process.execPath, [join(root, 'server/src/operator/main.ts'), 'completions', 'bash'], {
    env: { ...process.env, KABINET_COMMAND: 'kabinet' },
    encoding: 'utf8',
  });

function writeControl(folder: string, version: string): void {
  const control = join(folder, 'DEBIAN');
  mkdirSync(control);
  const size = execFileSync('du', ['-sk', '--apparent-size', folder], { encoding: 'utf8' }).split('\t')[0] ?? '';
  const lines = [
    'Package: kabinet',
    `Version: ${version}`,
    'Architecture: amd64',
    'Maintainer: The Kabinet authors <kabinet@localhost>',
    `Installed-Size: ${size}`,
    // The libraries that Node and the embedded PostgreSQL ask the system for.
    'Depends: adduser, ca-certificates, libc6 (>= 2.31), libstdc++6, util-linux',
    'Recommends: nginx, postgresql (>= 15)',
    'Suggests: age, pgbackrest, prometheus-node-exporter',
    'Section: net',
    'Priority: optional',
    'Description: portal of the subscribers of an internet provider, and its office',
    ' Balance, payments, services, support and notices for subscribers; cash desk, clients,',
    ' debts and the network for the staff. Node and a database for a first look are inside.',
  ];
  writeFileSync(join(control, 'control'), `${lines.join('\n')}\n`);
  writeFileSync(join(control, 'conffiles'), `${CONFFILES.join('\n')}\n`);
  for (const name of SCRIPTS) {
    writeFileSync(join(control, name), readFileSync(join(DEBIAN, name)));
    chmodSync(join(control, name), 0o755);
  }
}
