import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startEmbedded } from '#db/embedded/launcher.ts';
import { cloneDatabase, dropDatabase, TEMPLATES } from '../../../test/database.ts';
import { checkCommand } from './check.ts';

/** What `operator check` says of an empty database with these steps besides those of the program. */
async function checkWith(change: string) {
  const server = inject('databaseUrl');
  const url = await cloneDatabase(server, TEMPLATES.empty);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => dropDatabase(server, url));
  await client.query(change);
  await client.end();
  const provider = new URL('../../../seeds/provider.json', import.meta.url).pathname;
  const settings = {
    DATABASE_URL: url,
    KABINET_PROVIDER: provider,
    SERVICE_SECRET_KEY: '5e'.repeat(32),
  };
  const said: string[] = [];
  const code = await checkCommand.run((line) => void said.push(line), settings);
  return { code, said: said.join('\n') };
}

const LATER = `insert into migration (name, checksum) values ('9999_later.sql', '')`;

test('on a database of the next version the program starts, since one may have to go back', async () => {
  const { code, said } = await checkWith(LATER);
  expect(said).toMatch(
    /^База данных новее программы, в ней есть 9999_later\.sql\. Так возвращаются .*\nСписания на паузе: .*\nВсё верно: /,
  );
  expect(code).toBe(0);
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
