import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ownSecret, readSecret } from './own-secret.ts';

const SECRET = { file: 'secret', setting: 'THE_SECRET', remedy: 'верните его' };

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'kabinet-secret-'));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
}

test('a secret is created once, also by simultaneous callers, and only its owner can read it', async () => {
  const data = join(await folder(), 'data');
  expect(await readSecret(data, SECRET)).toBeUndefined();
  const secrets = await Promise.all(Array.from({ length: 20 }, () => ownSecret(data, SECRET)));
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]).toMatch(/^[\da-f]{64}$/);
  expect(await readdir(data)).toEqual(['secret']);
  expect((await stat(join(data, 'secret'))).mode & 0o777).toBe(0o600);
});

test('a secret put there by a person may end with a new line', async () => {
  const data = await folder();
  await writeFile(join(data, 'secret'), `${'5e'.repeat(32)}\n`, { mode: 0o600 });
  expect(await ownSecret(data, SECRET)).toBe('5e'.repeat(32));
});

test('a secret that everybody on the machine can read is refused, with what to do', async () => {
  const data = await folder();
  const path = join(data, 'secret');
  await writeFile(path, '5e'.repeat(32), { mode: 0o644 });
  await expect(ownSecret(data, SECRET)).rejects.toThrow(
    `файл ${path} открыт всем на этой машине: выполните chmod 600 ${path} или задайте THE_SECRET`,
  );
});

test('a link to a disk that is away is no reason for a new secret', async () => {
  const data = await folder();
  const path = join(data, 'secret');
  await symlink(join(data, 'away'), path);
  await expect(ownSecret(data, SECRET)).rejects.toThrow(/^файл .*secret не прочитан: .* никуда не ведёт, или задайте/);
  expect(await readdir(data)).toEqual(['secret']);
});

test.each(['', '5e'.repeat(31), 'z'.repeat(64)])(
  'a file that holds «%s» is refused and left unchanged',
  async (text) => {
    const data = await folder();
    await writeFile(join(data, 'secret'), text);
    await expect(ownSecret(data, SECRET)).rejects.toThrow(/secret испорчен.* верните его или задайте THE_SECRET$/);
    expect(await readFile(join(data, 'secret'), 'utf8')).toBe(text);
  },
);

test('tells in words of a folder that is none', async () => {
  const data = join(await folder(), 'file');
  await writeFile(data, '');
  await expect(ownSecret(data, SECRET)).rejects.toThrow(
    `файл ${data}/secret не прочитан: на пути ${data}/secret вместо папки лежит файл, или задайте THE_SECRET`,
  );
});
