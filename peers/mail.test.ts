import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { notify } from '../server/src/domain/messaging/notify.ts';
import type { Notice } from '../server/src/domain/messaging/notice.ts';
import { smtpMail } from '../server/src/integrations/mail/smtp.ts';
import { dovecot } from '../server/src/integrations/network/dovecot.ts';
import { networkByKind } from '../server/src/integrations/network/by-kind.ts';
import { databaseAt, cloneDatabase, nameOf, startTestServer, TEMPLATES } from '../server/test/database/database.ts';
import { openPortal, type TestPortal } from '../server/test/portal/open-portal.ts';
import { freePort } from './mail/folder.ts';
import { Imap } from './mail/imap.ts';
import { startMailServers, type MailServers } from './mail/servers.ts';
import { startSink, type Sink } from './mail/sink.ts';

const WHO = 100_001;
const PASSWORD = 'lodka-u-prichala-7';
const NEW_PASSWORD = 'tropa-v-lesu-48';
const ROLE_PASSWORD = 'the-role-of-the-mail-server';
const calls = contract.emailUser;

let servers: MailServers;
let sink: Sink;
let portal: TestPortal & { close(): Promise<void> };
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const tcpPort = await freePort();
  const database = await startTestServer({ tcpPort });
  stops.push(() => database.stop());
  const url = await cloneDatabase(database.url, TEMPLATES.demo);
  await makeRole(databaseAt(database.url, nameOf(url)));
  sink = await startSink();
  stops.push(() => sink.stop());
  servers = await startMailServers({ port: tcpPort, database: nameOf(url), password: ROLE_PASSWORD }, sink.port);
  stops.push(() => servers.stop());
  portal = await openPortal(url, {
    throughOutside: (outside, db) => ({
      ...outside,
      mail: smtpMail({ url: `smtp://127.0.0.1:${servers.smtp}`, from: 'Волга Телеком <help@telecom.example>' }),
      network: networkByKind(outside.network, { mail: dovecot(db, servers.doveadm) }),
    }),
  });
  stops.push(() => portal.close());
  await portal.pool.query('update mail_plan set boxes = 100');
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

/** The role of the mail server, by the file that a provider runs. */
async function makeRole(url: string): Promise<void> {
  const text = await readFile(new URL('../deploy/mail/role.sql', import.meta.url), 'utf8');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text.replace(`:'password'`, `'${ROLE_PASSWORD}'`));
  await client.end();
}

const send: TestPortal['send'] = async (call, request, who = WHO) => {
  const answer = await portal.send(call, request, who);
  expect([call.path, answer.status, answer.body.message]).toEqual([call.path, 200, undefined]);
  await portal.work();
  return answer;
};

interface Box {
  readonly id: number;
  readonly address: string;
}

async function create(name: string): Promise<Box> {
  const { body } = await send(calls.create, { body: { name, domain: 'volga.example', password: PASSWORD } });
  return { id: body.user_id, address: body.address };
}

interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly from?: string;
  readonly kilobytes?: number;
  /** By a program that signs in. */
  readonly password?: string;
}

/** Sends a letter as a stranger does, by swaks; the server's answer to the last step. */
function deliver({ to, subject, from = 'friend@world.example', kilobytes = 0, password }: Letter): Promise<string> {
  const how =
    password === undefined
      ? ['--port', String(servers.smtp), '--local-interface', '127.0.0.2']
      : ['--port', String(servers.submission), '--auth', 'PLAIN', '--auth-user', from, '--auth-password', password];
  const body = kilobytes === 0 ? 'Hello' : `${'x'.repeat(998)}\n`.repeat(kilobytes);
  const args = [
    '--server',
    '127.0.0.1',
    ...how,
    '--from',
    from,
    '--to',
    to,
    '--header',
    `Subject: ${subject}`,
    '--body',
    '-',
  ];
  return new Promise((resolve) => {
    const child = execFile('swaks', args, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout) => {
      const refused = /^<\*\* (.*)$/m.exec(stdout)?.[1];
      resolve(refused ?? (error ? `failed: ${error.message.slice(0, 200)}` : 'taken'));
    });
    child.stdin?.end(body);
  });
}

const opened: Imap[] = [];
afterAll(() => opened.forEach((imap) => imap.close()));

async function signIn({ address }: Box, password = PASSWORD): Promise<Imap | undefined> {
  const imap = await Imap.open(servers.imap);
  opened.push(imap);
  return (await imap.login(address, password)) ? imap : undefined;
}

const lettersOf = async (box: Box, password = PASSWORD): Promise<string> =>
  (await (await signIn(box, password))?.letters()) ?? 'nobody signed in';

const arrives = (box: Box, subject: string, password = PASSWORD) =>
  expect.poll(() => lettersOf(box, password)).toContain(`Subject: ${subject}`);

const block = async ({ id }: Box, reason: string | null) => {
  await portal.pool.query(`update service_user set state = $2, reason = $3 where user_id = $1`, [
    id,
    reason === null ? 'active' : 'blocked',
    reason,
  ]);
};

test('a mailbox made in the portal gets letters and is read with its password', async () => {
  const box = await create('novaya.pochta');
  expect(await deliver({ to: box.address, subject: 'first' })).toBe('taken');
  await arrives(box, 'first');
  expect(await signIn(box, 'a-wrong-password')).toBeUndefined();
  expect(await deliver({ to: 'nobody.here@volga.example', subject: 'none' })).toMatch(/^550 5\.1\.1/);
});

test('a new password works, the old one does not, and who was signed in is out', async () => {
  const box = await create('smena.parolya');
  const before = await signIn(box);
  expect(before).toBeDefined();
  await send(contract.user.changePassword, {
    body: { user_id: box.id, password: PASSWORD, new_password: NEW_PASSWORD },
  });
  await expect.poll(() => before!.isClosed).toBe(true);
  expect(await signIn(box)).toBeUndefined();
  expect(await signIn(box, NEW_PASSWORD)).toBeDefined();
});

test('a deleted mailbox refuses both, a restored one has its letters', async () => {
  const box = await create('na.vremya');
  expect(await deliver({ to: box.address, subject: 'kept' })).toBe('taken');
  await arrives(box, 'kept');
  const before = await signIn(box);
  await send(calls.remove, { params: { id: box.id } });
  await expect.poll(() => before!.isClosed).toBe(true);
  expect(await signIn(box)).toBeUndefined();
  expect(await deliver({ to: box.address, subject: 'refused' })).toMatch(/^550 5\.1\.1/);
  await send(calls.restore, { body: { user_id: box.id } });
  expect(await deliver({ to: box.address, subject: 'again' })).toBe('taken');
  await arrives(box, 'again');
  expect(await lettersOf(box)).toContain('Subject: kept');
});

test('a full mailbox refuses, and the portal knows how much is used', async () => {
  const box = await create('polnyi.yaschik');
  await portal.pool.query('update mailbox set quota_bytes = 300000 where user_id = $1', [box.id]);
  expect(await deliver({ to: box.address, subject: 'large', kilobytes: 280 })).toBe('taken');
  await arrives(box, 'large');
  const used = async () => (await send(calls.get, { params: { id: box.id } })).body.used_bytes;
  await expect.poll(used).toBeGreaterThan(270_000);
  // A letter that does not fit goes back to its sender; while nothing fits, none is taken.
  const from = 'generous@world.example';
  expect(await deliver({ to: box.address, subject: 'larger', kilobytes: 40, from })).toBe('taken');
  const returned = () => sink.letters.filter(({ to, text }) => to === from && text.includes('The mailbox is full'));
  await expect.poll(returned).toHaveLength(1);
  await portal.pool.query('update mailbox set quota_bytes = 270000 where user_id = $1', [box.id]);
  expect(await deliver({ to: box.address, subject: 'small' })).toMatch(/^552 5\.2\.2/);
});

test('another name leads to the same mailbox until it is removed', async () => {
  const box = await create('osnovnoe.imya');
  const { body } = await send(calls.addAlias, { body: { user_id: box.id, name: 'drugoe.imya' } });
  expect(await deliver({ to: body.address, subject: 'to the other name' })).toBe('taken');
  await arrives(box, 'to the other name');
  await send(calls.removeAlias, { body: { user_id: box.id, address: body.address } });
  expect(await deliver({ to: body.address, subject: 'too late' })).toMatch(/^550 5\.1\.1/);
});

test('copies go to the confirmed address, originals stay', async () => {
  const box = await create('s.kopiyami');
  const target = 'sestra@mail.example';
  await portal.send(calls.forward, { body: { user_id: box.id, target } }, WHO);
  const { rows } = await portal.pool.query<{ text: string }>(
    `select payload->>'text' as text from outbox_effect where kind = 'mail.send' and payload->>'to' = $1`,
    [target],
  );
  const code = /\d{6}/.exec(rows[0]?.text ?? '')?.[0] ?? 'none';
  await send(calls.activateForward, { body: { user_id: box.id, code } });
  expect(await deliver({ to: box.address, subject: 'copied' })).toBe('taken');
  await arrives(box, 'copied');
  await expect
    .poll(() => sink.letters.filter(({ to, text }) => to === target && text.includes('Subject: copied')))
    .toHaveLength(1);
});

test('the reply in absence is sent once to each who writes, on its days', async () => {
  const box = await create('v.otpuske');
  const today = new Date().toISOString().slice(0, 10);
  const reply = (until: string) => ({
    body: { user_id: box.id, is_on: true, subject: 'Я в отпуске', text: 'Отвечу позже', from: today, until },
  });
  await send(calls.reply, reply('2099-12-31'));
  const from = 'colleague@world.example';
  for (const subject of ['one', 'two']) expect(await deliver({ to: box.address, subject, from })).toBe('taken');
  await arrives(box, 'two');
  const replies = () =>
    sink.letters.filter(({ to, text }) => to === from && /^Auto-Submitted: auto-replied/m.test(text));
  await expect.poll(replies).toHaveLength(1);
  await portal.pool.query(
    `update mail_reply set until_at = now() - interval '1 hour', from_at = now() - interval '2 hours' where user_id = $1`,
    [box.id],
  );
  expect(await deliver({ to: box.address, subject: 'three', from: 'other@world.example' })).toBe('taken');
  await arrives(box, 'three');
  expect(sink.letters.filter(({ to }) => to === 'other@world.example')).toEqual([]);
});

test('who owes is not let in, and letters are kept until he is', async () => {
  const box = await create('dolzhnik');
  await block(box, 'debt');
  expect(await signIn(box)).toBeUndefined();
  expect(await deliver({ to: box.address, subject: 'while in debt' })).toBe('taken');
  await block(box, 'abuse');
  expect(await deliver({ to: box.address, subject: 'while closed' })).toMatch(/^450 4\.2\.1/);
  await block(box, null);
  await arrives(box, 'while in debt');
});

test('a program of the client sends with its password, and in no other name', async () => {
  const [box, other] = [await create('otpravitel'), { address: 'maria@volga.example' }];
  const to = 'friend@world.example';
  expect(await deliver({ to, subject: 'sent', from: box.address, password: PASSWORD })).toBe('taken');
  await expect.poll(() => sink.letters.some(({ text }) => text.includes('Subject: sent'))).toBe(true);
  expect(await deliver({ to, subject: 'bad', from: box.address, password: 'a-wrong-password' })).toMatch(/^535/);
  const args = { to: other.address, subject: 'forged', from: other.address };
  expect(await deliver({ ...args, password: PASSWORD })).toMatch(/^535/);
});

const debt: Notice<{ readonly sum: string }> = {
  name: 'test.debt',
  category: 'debt',
  shownDays: 1,
  link: () => '/payment/i',
  portal: ({ sum }) => ({
    title: `Не хватает ${sum}`,
    body: '<p>Пополните счёт до 1 декабря.</p><p>&lt;Волга&gt; 🙂</p>',
  }),
};

test('a notice is a letter that Postfix takes and a mail program reads', async () => {
  const box = await create('notices');
  await portal.pool.query(`update contact set value = $1 where contract_id = $2 and kind = 'email'`, [
    box.address,
    WHO,
  ]);
  const at = { now: portal.clock.now(), zone: portal.world.provider.time_zone };
  await portal.world.db.write((tx) => notify(tx, debt, WHO, { sum: '1 110,50 ₽' }, at));
  await portal.work();
  const imap = await Imap.open(servers.imap);
  await imap.login(box.address, PASSWORD);
  await expect.poll(() => imap.letters()).toContain('multipart/alternative');
  const letter = (await imap.letters()).replaceAll('\r\n', '\n');
  imap.close();
  const header = (name: string) =>
    (new RegExp(`^${name}:((?:.*\\n[ \\t])*.+)$`, 'im').exec(letter)?.[1] ?? '').replace(/\n(?=\s)/g, '').trim();
  expect(decoded(header('From'))).toBe('Волга Телеком <help@telecom.example>');
  expect(decoded(header('Subject'))).toBe('Не хватает 1 110,50 ₽');
  expect(header('To')).toContain(box.address);
  expect(header('Message-ID')).toMatch(/^<[\da-f-]{36}@telecom\.example>$/);
  expect(Math.abs(Date.parse(header('Date')) - Date.now())).toBeLessThan(60_000);
  expect(header('List-Unsubscribe')).toMatch(/^<http:\/\/127\.0\.0\.1:8080\/lk\/unsubscribe\?\S+>$/);
  expect(header('Auto-Submitted')).toBe('auto-generated');
  const [plain = '', html = ''] = ['text/plain', 'text/html'].map((type) => partOf(letter, type));
  expect(plain).toContain('<Волга> 🙂\n\nhttp://127.0.0.1:8080/lk/payment/i\n');
  expect(html).toContain('&lt;Волга&gt; 🙂');
  expect(html).toContain('<a href="http://127.0.0.1:8080/lk/payment/i"');
});

/** Encoded words of RFC 2047, in base64 or by quoted letters. */
const decoded = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, how: string, word: string) =>
      how.toUpperCase() === 'B' ? `\0${word}\0` : `\0${bytesOf(word.replaceAll('_', ' ')).toString('base64')}\0`,
    )
    .replace(/(?:\0[^\0]*\0)+/g, (words) =>
      Buffer.concat(words.split('\0').map((word) => Buffer.from(word, 'base64'))).toString(),
    );

const bytesOf = (quoted: string): Buffer =>
  Buffer.from(
    quoted
      .replace(/=\n/g, '')
      .replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

/** The content of a part of a letter. */
function partOf(letter: string, type: string): string {
  const part = letter.split(/^--.*$/m).find((text) => text.toLowerCase().includes(`content-type: ${type}`)) ?? '';
  const [head = '', ...rest] = part.trimStart().split('\n\n');
  const content = rest.join('\n\n');
  return /base64/i.test(head) ? Buffer.from(content, 'base64').toString() : bytesOf(content).toString();
}

test('the mail server can read what it needs, and nothing else', async () => {
  const client = new pg.Client({ connectionString: portal.pool.options.connectionString });
  await client.connect();
  await client.query('set role kabinet_mail');
  await expect(client.query('select from service_secret')).rejects.toThrow(/permission denied/);
  await expect(client.query('select from contract')).rejects.toThrow(/permission denied/);
  await expect(client.query('delete from mail.usage')).rejects.toThrow(/permission denied/);
  expect((await client.query('select from mail.login')).rowCount).toBeGreaterThan(0);
  await client.end();
});
