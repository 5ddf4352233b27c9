import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const OPERATOR = fileURLToPath(new URL('../../src/operator/main.ts', import.meta.url));

test('a command runs no program that lies in the folder where it is called', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-folder-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'graphile-worker.config.cjs'), `console.log('FOREIGN'); module.exports = {};`);
  const said = execFileSync(process.execPath, [OPERATOR, 'help'], { cwd: folder, encoding: 'utf8' });
  expect(said).not.toContain('FOREIGN');
  expect(said).toContain('Командная строка оператора');
});
