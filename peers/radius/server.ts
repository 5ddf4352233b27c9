import { execFile, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';

const OURS = fileURLToPath(new URL('../../deploy/radius', import.meta.url));
export const NAS_SECRET = 'the-secret of "nas" one';

export interface RadiusServer {
  /** Sends a request of a device of access, and returns what came back; undefined: nothing. */
  ask(attributes: readonly string[], options?: AskOptions): Promise<RadiusReply | undefined>;
  /** Sends a packet of accounting; returns whether it was answered. */
  tell(attributes: readonly string[], from: string): Promise<boolean>;
  readonly port: number;
  readonly accountingPort: number;
  readonly pid: number;
  /** What it has said. */
  readonly said: () => string;
  /** Its files: settings, and accounting that is put by. */
  readonly folder: string;
  /** Ends it at once, as a failure does; `resume` starts it again with the same ports and files. */
  kill(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

interface AskOptions {
  /** The address of the device. */
  readonly from?: string;
  readonly secret?: string;
  /** Leaves out the Message-Authenticator. */
  readonly isUnsigned?: boolean;
  readonly kind?: 'auth' | 'acct';
  /** Seconds to wait for a reply. */
  readonly wait?: number;
}

interface RadiusReply {
  readonly code: string;
  readonly attributes: Readonly<Record<string, string[]>>;
}

interface Settings {
  readonly database: string;
  readonly standby?: string;
  readonly key: string;
  /** Says what it would say at a provider's: otherwise each step, with what was typed. */
  readonly isQuiet?: boolean;
  /** After so long a device is looked up anew: at once, so that devices are looked up while the database is away, too. */
  readonly deviceSeconds?: number;
}

async function ready(child: ReturnType<typeof spawned>, said: () => string): Promise<void> {
  for (let left = 200; !said().includes('Ready to process requests'); left -= 1) {
    if (left === 0 || child.exitCode !== null) throw new Error(said().slice(-5000));
    await sleep(50);
  }
}

/** FreeRADIUS with the files of `deploy/radius`. */
export async function startRadius({
  database,
  standby = database,
  key,
  isQuiet = false,
  deviceSeconds = 1,
}: Settings): Promise<RadiusServer> {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-radius-'));
  await chmod(folder, 0o755);
  await cp(OURS, folder, { recursive: true });
  await mkdir(join(folder, 'backlog'));
  const [port, accountingPort] = [await freeUdpPort(), await freeUdpPort()];
  const example = await readFile(join(folder, 'kabinet-local.conf.example'), 'utf8');
  const local = Object.entries({
    kabinet_database: `"${database}"`,
    kabinet_standby: `"${standby}"`,
    kabinet_key: `"${key}"`,
    kabinet_devices: '127.0.0.0/8',
    kabinet_device_seconds: String(deviceSeconds),
    kabinet_listen: '127.0.0.1',
    kabinet_auth_port: String(port),
    kabinet_acct_port: String(accountingPort),
    kabinet_user: process.getuid?.() === 0 ? 'root' : 'freerad',
    kabinet_state: folder,
    kabinet_log: 'stdout',
  }).reduce(
    (text, [name, value]) => text.replace(new RegExp(`^${name} = .*$`, 'm'), () => `${name} = ${value}`),
    example,
  );
  await writeFile(join(folder, 'kabinet-local.conf'), local);
  let said = '';
  const begin = async () => {
    said = '';
    const child = spawned(folder, isQuiet);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => (said = (said + String(text)).slice(-200_000)));
    await ready(child, () => said);
    return child;
  };
  let child = await begin();
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    ask: (attributes, options) => asked(folder, port, attributes, options),
    tell: async (attributes, from) =>
      (await asked(folder, accountingPort, attributes, { from, kind: 'acct', isUnsigned: true })) !== undefined,
    port,
    accountingPort,
    get pid() {
      return child.pid ?? 0;
    },
    folder,
    said: () => said,
    kill: () => end('SIGKILL'),
    resume: async () => {
      child = await begin();
    },
    stop: async () => {
      await end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const spawned = (folder: string, isQuiet: boolean) =>
  spawn('freeradius', ['-f', ...(isQuiet ? [] : ['-x']), '-d', folder, '-n', 'radiusd', '-l', 'stdout'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });

async function asked(
  folder: string,
  port: number,
  attributes: readonly string[],
  { from = '127.0.0.1', secret = NAS_SECRET, isUnsigned = false, kind = 'auth', wait = 5 }: AskOptions = {},
): Promise<RadiusReply | undefined> {
  const lines = [
    ...attributes,
    `Packet-Src-IP-Address = ${from}`,
    ...(isUnsigned ? [] : ['Message-Authenticator = 0x00']),
  ];
  const output = await new Promise<string>((resolve) => {
    const child = execFile(
      'radclient',
      ['-x', '-r', '1', '-t', String(wait), '-d', folder, `127.0.0.1:${port}`, kind, secret],
      (_, stdout) => resolve(stdout),
    );
    child.stdin?.end(lines.join('\n'));
  });
  return replyIn(output);
}

function replyIn(output: string): RadiusReply | undefined {
  const [, code, rest] = /^Received (\S+) Id [^\n]*\n([\s\S]*)/m.exec(output) ?? [];
  if (code === undefined) return undefined;
  const attributes: Record<string, string[]> = {};
  for (const [, name, value] of (rest ?? '').matchAll(/^\t([\w:-]+) = (.*)$/gm))
    (attributes[name ?? ''] ??= []).push((value ?? '').replace(/^"(.*)"$/, '$1'));
  return { code, attributes };
}

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}

/** The attributes of Debian's dictionaries and of ours, with their types as far as a template tells them apart. */
export async function dictionary(): Promise<ReadonlyMap<string, string>> {
  const folder = '/usr/share/freeradius';
  const files = (await readdir(folder))
    .filter((name) => name.startsWith('dictionary'))
    .map((name) => join(folder, name));
  const texts = await Promise.all([...files, join(OURS, 'dictionary')].map((name) => readFile(name, 'latin1')));
  const found = texts.join('\n').matchAll(/^ATTRIBUTE\s+(\S+)\s+\S+\s+([a-z0-9]+)/gm);
  return new Map(
    [...found].map(([, name = '', type = '']) => [name, ['integer', 'ipaddr'].includes(type) ? type : 'text']),
  );
}
