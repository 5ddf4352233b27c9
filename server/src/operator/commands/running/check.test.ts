import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startEmbedded } from '#server/db/embedded/launcher.ts';
import { cloneDatabase, dropDatabase, TEMPLATES } from '../../../../test/database/database.ts';
import { checkCommand } from './check.ts';

/** What `operator check` says of an empty database with these steps besides those of the program. */
async function checkWith(change: string, more: Readonly<Record<string, string>> = {}) {
  const server = inject('databaseUrl');
  const url = await cloneDatabase(server, TEMPLATES.empty);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => dropDatabase(server, url));
  await client.query(change);
  await client.end();
  const provider = new URL('../../../../seeds/provider.json', import.meta.url).pathname;
  const settings = {
    DATABASE_URL: url,
    KABINET_PROVIDER: provider,
    SERVICE_SECRET_KEY: '5e'.repeat(32),
    ...more,
  };
  const said: string[] = [];
  const code = await checkCommand.run((line) => void said.push(line), settings);
  return { code, said: said.join('\n') };
}

const LATER = `insert into migration (name, checksum) values ('9999_later.sql', '')`;

test('on a database of the next version the program starts, since one may have to go back', async () => {
  const { code, said } = await checkWith(LATER);
  expect(said).toMatch(
    /^База данных новее программы, в ней есть 9999_later\.sql\. Так возвращаются .*\nСписания на паузе: .*(?:\nВНИМАНИЕ.*)?\nКабинет запустится: /,
  );
  expect(code).toBe(0);
});

test('beside another billing it says how many nights in a row have agreed, and after thirty how to switch', async () => {
  const nights = (last: string) =>
    `update charging_source set source = 'external'; insert into shadow_night (day, begun_at, computed_at, judged_at)
     select day, now(), now(), now() from generate_series('2026-10-01'::date, '${last}', '1 day') day`;
  expect((await checkWith(nights('2026-10-12'))).said).toContain('Ночей подряд без расхождений: 12 из 30');
  const { said } = await checkWith(nights('2026-11-05'));
  expect(said).toContain('Тридцать ночей без расхождений. Переключиться: charge own');
});

test('a second person who is switched off is told, and an audit trail without a file outside', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-check-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const written = await readFile(new URL('../../../../seeds/provider.json', import.meta.url), 'utf8');
  const file = join(folder, 'provider.json');
  await writeFile(file, JSON.stringify({ ...(JSON.parse(written) as object), second_person: { is_needed: false } }));
  const alone = await checkWith('select 1', { KABINET_PROVIDER: file });
  expect(alone.said).toContain('Второй человек выключен (second_person.is_needed в файле KABINET_PROVIDER)');
  expect(alone.said).toMatch(/якоря журнала вне базы: .*\(AUDIT_ANCHOR_FILE/);
  const kept = await checkWith('select 1', { AUDIT_ANCHOR_FILE: join(folder, 'anchors') });
  expect(kept.said).not.toMatch(/Второй человек|якоря журнала/);
  expect(await readdir(folder)).toEqual(['provider.json']);
  const nowhere = await checkWith('select 1', { AUDIT_ANCHOR_FILE: join(folder, 'away', 'anchors') });
  expect(nowhere.said).toMatch(/Не отвечают:\n— якоря журнала вне базы, \S+: не записать: /);
  await writeFile(
    file,
    JSON.stringify({ ...(JSON.parse(written) as object), second_person: { thresholds: { card: '1.00' } } }),
  );
  expect((await checkWith('select 1', { KABINET_PROVIDER: file })).said).toContain('порог есть только у команд: ');
});

test('a database that is both older and newer belongs to another program', async () => {
  const { code, said } = await checkWith(`${LATER}; delete from migration where name = '0096_echoed_calls.sql'`);
  expect(said).toContain('— база данных от другой версии программы, в ней есть 9999_later.sql: запустите ту версию');
  expect(code).toBe(1);
});

test('a data folder that cannot be used is told in a sentence with its path and setting, and nothing is created', async () => {
  const root = await mkdtemp(join(tmpdir(), 'kabinet-check-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const [file, link, loop] = [join(root, 'file'), join(root, 'link'), join(root, 'loop')];
  await writeFile(file, '');
  await symlink(join(root, 'away'), link);
  await symlink(loop, loop);
  const saidOf = async (KABINET_DATA: string) => {
    const said: string[] = [];
    expect(await checkCommand.run((line) => void said.push(line), { KABINET_DATA })).toBe(1);
    return said.join('\n');
  };
  const unfit = (folder: string, why: string) => `— Папка данных ${folder} из KABINET_DATA не годится: ${why}.`;
  expect(await saidOf(file)).toContain(unfit(file, `${file} — не папка`));
  expect(await saidOf(join(file, 'in'))).toContain(
    unfit(join(file, 'in'), `на пути ${join(file, 'in')} вместо папки лежит файл`),
  );
  expect(await saidOf(link)).toContain(unfit(link, `${link} никуда не ведёт`));
  expect(await saidOf(loop)).toContain(unfit(loop, `ссылка ${loop} ведёт сама на себя`));
  expect((await readdir(root)).toSorted()).toEqual(['file', 'link', 'loop']);
  for (const one of [file, link, loop]) {
    await expect(startEmbedded({ dataDir: one })).rejects.toThrow(`Папка данных ${one} из KABINET_DATA не годится: `);
  }
});

test('what is not connected is told with what follows for subscribers; the portal starts', async () => {
  const { code, said } = await checkWith('select 1');
  expect(said).toMatch(/^Кабинет запустится: своя база/m);
  expect(said).not.toContain('Всё верно');
  expect(said).toContain('— СМС: сообщения складываются в папку: пароль так не восстановить, контакт не подтвердить');
  for (const name of ['почта', 'банк', 'касса', 'сеть доступа в интернет', 'ТВ', 'SIP-телефония', 'система заявок']) {
    expect(said).toContain(`— ${name}: `);
  }
  expect(code).toBe(0);
});

test('a mail server is greeted, and one that does not answer is told', async () => {
  const server = createServer((socket) => {
    socket.write('220 mail.example ESMTP\r\n');
    socket.on('data', (sent) =>
      socket.write(/^(?:EHLO|HELO)/i.test(String(sent)) ? '250 mail.example\r\n' : '221 bye\r\n'),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const mail = (at: number) => ({ SMTP_URL: `smtp://127.0.0.1:${at}`, SMTP_FROM: 'help@volga.example' });
  const [right, wrong] = [await checkWith('select 1', mail(port)), await checkWith('select 1', mail(1))];
  expect([right.code, right.said]).toEqual([0, expect.not.stringContaining('почта,')]);
  expect(right.said).not.toContain('— почта:');
  expect(wrong.said).toContain('Не отвечают:\n— почта, 127.0.0.1:1: ');
  expect(wrong.code).toBe(1);
});

test('a gateway of text messages is only connected to, and any reply of a web server will do', async () => {
  const heard: string[] = [];
  const smpp = createServer((socket) => socket.on('data', (sent) => heard.push(String(sent))));
  const web = createHttpServer((_, reply) => reply.writeHead(401).end());
  const [smppPort = 0, webPort = 0] = await Promise.all(
    [smpp, web].map(async (server) => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void server.close());
      return (server.address() as AddressInfo).port;
    }),
  );
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-check-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const queries = join(folder, 'load.json');
  const place = { id: 'town', kind: 'district', name: 'Город', capacity_mbit: 1000, query: 'up' };
  await writeFile(queries, JSON.stringify({ places: [place] }));
  const systems = (sms: number, load: number) => ({
    SMPP_URL: `smpp://127.0.0.1:${sms}`,
    SMPP_LOGIN: 'login',
    SMPP_PASSWORD: 'password',
    SMPP_SENDER: 'Volga',
    PROMETHEUS_URL: `http://127.0.0.1:${load}`,
    NETWORK_LOAD: queries,
  });
  const right = await checkWith('select 1', systems(smppPort, webPort));
  expect([right.code, right.said]).toEqual([0, expect.not.stringContaining('Не отвечают')]);
  expect(right.said).not.toMatch(/— (?:СМС|нагрузка сети)/);
  expect(heard).toEqual([]);
  const wrong = await checkWith('select 1', systems(1, 1));
  expect(wrong.said).toContain('— СМС, 127.0.0.1:1: ECONNREFUSED\n— нагрузка сети, 127.0.0.1:1: ');
  expect(wrong.code).toBe(1);
});

test('a file of an outside system without which the portal does not start is missed', async () => {
  const none = join(tmpdir(), 'there-is-none.json');
  const { code, said } = await checkWith('select 1', {
    PROMETHEUS_URL: 'http://127.0.0.1:1',
    NETWORK_LOAD: none,
    KABINET_TV: '24tv',
    TV_TOKEN: 'token',
    TV_CALLBACK_SECRET: '5e'.repeat(16),
    TV_PACKETS: none,
    TV_URL: 'https://127.0.0.1:1',
  });
  const [wrong = ''] = said.split('Не отвечают:');
  for (const name of ['NETWORK_LOAD', 'TV_PACKETS']) expect(wrong).toMatch(new RegExp(`^— настройка ${name} `, 'm'));
  expect(code).toBe(1);
});

test('a setting with a wrong name is a reason not to start', async () => {
  const { code, said } = await checkWith('select 1', { ACQUIRERR: 'tbank' });
  expect(said).toContain('Кабинет не запустится, исправьте:\n— настройки ACQUIRERR нет: нужна ACQUIRER?');
  expect(code).toBe(1);
});
