import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderMail } from './mail/folder.ts';
import { folderSms } from './sms/folder.ts';

test.each([
  ['letters', folderMail, { to: 'maria@volga.example', subject: 'Код', text: 'Код 1234' }],
  ['text messages', folderSms, { to: '79270000000', text: 'Код 1234' }],
] as const)(
  'only their owner can read %s, even in a folder that an earlier version left open',
  async (_, open, sent) => {
    const folder = join(await mkdtemp(join(tmpdir(), 'kabinet-mail-')), 'mail');
    onTestFinished(() => rm(join(folder, '..'), { recursive: true }));
    await mkdir(folder);
    await chmod(folder, 0o755);
    await open(folder).send(sent as never);
    const [name = '', ...rest] = await readdir(folder);
    expect(rest).toEqual([]);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(folder, name), 'utf8')).toContain(sent.to);
  },
);
