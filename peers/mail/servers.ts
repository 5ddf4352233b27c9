import { chown, mkdir, rm } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startDaemon } from './daemon.ts';
import { freePort, inFolder, openFolder, place } from './folder.ts';

const run = promisify(execFile);

/** Where the mail server finds the portal's views. */
export interface Views {
  readonly port: number;
  readonly database: string;
  readonly password: string;
}

export interface MailServers {
  readonly smtp: number;
  readonly submission: number;
  readonly imap: number;
  readonly doveadm: { readonly url: string; readonly key: string };
  stop(): Promise<void>;
}

const KEY = 'the-key-of-doveadm-in-tests';

/** Dovecot and Postfix with the configuration of `deploy/mail`, on free ports, in a folder of their own. */
export async function startMailServers(views: Views, sink: number): Promise<MailServers> {
  const folder = await openFolder();
  const port = async (name: keyof Ports) => [name, await freePort()] as const;
  const ports = Object.fromEntries(await Promise.all(NAMES.map(port))) as unknown as Ports;
  const stopDovecot = await startDovecot(folder, ports, views);
  const stopPostfix = await startPostfix(folder, ports, views, sink);
  return {
    ...ports,
    doveadm: { url: `http://127.0.0.1:${ports.doveadm}`, key: KEY },
    stop: async () => {
      await stopPostfix();
      await stopDovecot();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const NAMES = ['smtp', 'submission', 'imap', 'lmtp', 'sasl', 'policy', 'doveadm'] as const;
type Ports = Readonly<Record<(typeof NAMES)[number], number>>;

async function startDovecot(folder: string, ports: Ports, views: Views): Promise<() => Promise<void>> {
  const at = inFolder(folder);
  const connect = [
    ['port=5432', `port=${views.port}`],
    ['dbname=kabinet ', `dbname=${views.database} `],
    ['CHANGE_THIS_PASSWORD', views.password],
  ] as const;
  // The tests have no user of their own for letters: Debian's «mail» owns them.
  await place('dovecot/kabinet-sql.conf.ext', at('kabinet-sql.conf.ext'), [
    ...connect,
    ['/var/vmail/', at('vmail/')],
    [`'vmail'`, `'mail'`],
  ]);
  await place('dovecot/kabinet-dict.conf.ext', at('kabinet-dict.conf.ext'), connect);
  await place('dovecot/kabinet-doveadm-key.conf', at('kabinet-doveadm-key.conf'), [['CHANGE_THIS_KEY', KEY]]);
  await place(
    'dovecot/kabinet.conf',
    at('dovecot.conf'),
    [
      ['/etc/dovecot/', at('')],
      ['group = vmail', 'group = mail'],
      ['port = 10024', `port = ${ports.lmtp}`],
      ['port = 10025', `port = ${ports.sasl}`],
      ['port = 10026', `port = ${ports.policy}`],
      ['port = 10027', `port = ${ports.doveadm}`],
      ['127.0.0.1:25', `127.0.0.1:${ports.smtp}`],
      ['protocols = imap pop3 lmtp sieve', 'protocols = imap lmtp'],
    ],
    `base_dir = ${at('run')}
state_dir = ${at('state')}
log_path = ${at('dovecot.log')}
ssl = no
auth_failure_delay = 0
disable_plaintext_auth = no
first_valid_uid = 1
listen = 127.0.0.1
service imap-login {
  inet_listener imap {
    port = ${ports.imap}
  }
  inet_listener imaps {
    port = 0
  }
}
`,
  );
  await mkdir(at('vmail'));
  const { stdout } = await run('id', ['-u', 'mail']);
  const { stdout: group } = await run('id', ['-g', 'mail']);
  await chown(at('vmail'), Number(stdout), Number(group));
  const daemon = await startDaemon(
    'dovecot',
    ['-F', '-c', at('dovecot.conf')],
    [ports.imap, ports.lmtp, ports.doveadm],
  );
  return () => daemon.stop();
}

const MAPS = ['domains', 'mailboxes', 'aliases', 'senders', 'deferred'] as const;

async function startPostfix(folder: string, ports: Ports, views: Views, sink: number): Promise<() => Promise<void>> {
  const at = inFolder(`${folder}/postfix`);
  for (const name of MAPS) {
    await place(`postfix/${name}.cf`, at(`${name}.cf`), [
      ['hosts = 127.0.0.1', `hosts = inet:127.0.0.1:${views.port}`],
      ['dbname = kabinet\n', `dbname = ${views.database}\n`],
      ['CHANGE_THIS_PASSWORD', views.password],
    ]);
  }
  await place(
    'postfix/kabinet.cf',
    at('main.cf'),
    [
      ['/etc/postfix/kabinet/', at('')],
      ['127.0.0.1:10024', `127.0.0.1:${ports.lmtp}`],
      ['127.0.0.1:10025', `127.0.0.1:${ports.sasl}`],
      ['127.0.0.1:10026', `127.0.0.1:${ports.policy}`],
    ],
    `compatibility_level = 3.6
queue_directory = ${at('queue')}
data_directory = ${at('data')}
maillog_file_prefixes = ${folder}
maillog_file = ${folder}/postfix.log
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.volga.example
mydestination =
local_recipient_maps =
mynetworks = 127.0.0.1/32
default_transport = smtp:[127.0.0.1]:${sink}
alias_maps =
smtpd_peername_lookup = no
`,
  );
  await place(
    'postfix/master.cf',
    at('master.cf'),
    [
      ['submissions inet', `127.0.0.1:${ports.submission} inet`],
      ['-o smtpd_tls_wrappermode=yes', '-o smtpd_tls_wrappermode=no'],
    ],
    `127.0.0.1:${ports.smtp} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
lmtp unix - - n - - lmtp
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
pickup unix n - n 60 1 pickup
showq unix n - n - - showq
tlsmgr unix - - n 1000? 1 tlsmgr
`,
  );
  await mkdir(at('queue'));
  await mkdir(at('data'));
  const { stdout } = await run('id', ['-u', 'postfix']);
  await chown(at('data'), Number(stdout), 0);
  const daemon = await startDaemon('postfix', ['-c', at('').slice(0, -1), 'start-fg'], [ports.smtp, ports.submission]);
  return async () => {
    await run('postfix', ['-c', at('').slice(0, -1), 'stop']).catch(() => undefined);
    await daemon.stop();
  };
}
