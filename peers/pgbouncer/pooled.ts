import { rm, writeFile } from 'node:fs/promises';
import { startDaemon } from '../mail/daemon.ts';
import { freePort, openFolder } from '../mail/folder.ts';

export interface Pooler {
  /** The address of the database through it, with the same role and password. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a PgBouncer with these settings in front of the database at an address with a password. */
export async function startPooler(direct: string, program: string, settings: readonly string[]): Promise<Pooler> {
  const folder = await openFolder();
  const port = await freePort();
  const { hostname, port: server, username, password } = new URL(direct);
  const file = `${folder}/pgbouncer.ini`;
  await writeFile(`${folder}/users`, `"${username}" "${password}"\n`);
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${server} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = md5
auth_file = ${folder}/users
${settings.join('\n')}
`,
  );
  // It does not run as root. By SIGTERM it would wait for its clients.
  const daemon = await startDaemon(program, ['-q', '-u', 'nobody', file], [port], 'SIGQUIT');
  const stop = async () => {
    await daemon.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const url = new URL(direct);
  url.port = String(port);
  return { url: url.href, stop };
}
