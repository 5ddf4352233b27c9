import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openZip } from './zip.ts';

const run = promisify(execFile);

const CHECK = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    print(json.dumps([[i.filename, i.file_size, z.read(i).decode()[:20], list(i.date_time)] for i in z.infolist()]))`;

const areHere = ['unzip', 'python3'].every((program) => spawnSync(program, ['--help']).error === undefined);

test.runIf(areHere)('other programs read the file: names, sizes, sums and times are right', async () => {
  const parts: Buffer[] = [];
  const zip = openZip((bytes) => Promise.resolve(parts.push(Buffer.from(bytes))), new Date('2026-11-20T10:05:08Z'));
  await zip.add('Таблицы/Звонки.csv', ['раз;', 'два\r\n']);
  await zip.add('empty.json', []);
  await zip.add('long.txt', new Array(5000).fill('0123456789'.repeat(40)) as string[]);
  await zip.end();
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-zip-'));
  try {
    const file = join(folder, 'made.zip');
    await writeFile(file, Buffer.concat(parts));
    const { stdout: tested } = await run('unzip', ['-t', file]);
    expect(tested).toContain('No errors detected');
    const { stdout } = await run('python3', ['-c', CHECK, file]);
    const time = [2026, 11, 20, 10, 5, 8];
    expect(JSON.parse(stdout)).toEqual([
      ['Таблицы/Звонки.csv', 15, 'раз;два\r\n', time],
      ['empty.json', 0, '', time],
      ['long.txt', 2_000_000, '01234567890123456789', time],
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a content that breaks off breaks the file off', async () => {
  const zip = openZip(() => Promise.resolve(), new Date());
  const broken = async function* () {
    yield 'a';
    await Promise.resolve();
    throw new Error('lost');
  };
  await expect(zip.add('a', broken())).rejects.toThrow('lost');
});
