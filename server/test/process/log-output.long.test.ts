import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { endOf } from './process.ts';

const SCRIPT = fileURLToPath(new URL('logging-process.ts', import.meta.url));
const OPERATOR = fileURLToPath(new URL('../../src/operator/main.ts', import.meta.url));
const PATIENCE_MS = 20_000;

interface LogCount {
  readonly served: number;
  readonly lost: number;
}

/** A process that logs fifty lines for each request, with this standard output. */
async function logging(stdout: 'pipe' | number): Promise<{ child: ChildProcess; ask: () => Promise<LogCount> }> {
  const child = fork(SCRIPT, [], { stdio: ['ignore', stdout, 'pipe', 'ipc'], execArgv: [] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [port] = (await once(child, 'message')) as [number];
  const ask = async () =>
    (
      await fetch(`http://127.0.0.1:${port}/logged`, { signal: AbortSignal.timeout(PATIENCE_MS) })
    ).json() as Promise<LogCount>;
  return { child, ask };
}

const full = (): number => {
  const file = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(file));
  return file;
};

describe('a log that cannot be written neither ends the process nor holds it up', () => {
  test('on a full disk', async () => {
    const { child, ask } = await logging(full());
    for (let times = 1; times <= 20; times += 1) expect((await ask()).served).toBe(times);
    expect((await ask()).lost).toBeGreaterThanOrEqual(1000);
    expect(child.exitCode).toBeNull();
  });

  test('into a pipe that nobody reads', async () => {
    const { child, ask } = await logging('pipe');
    child.stdout!.pause();
    // Six megabytes, of which a pipe holds a few pages and the process one megabyte.
    for (let times = 1; times <= 120; times += 1) expect((await ask()).served).toBe(times);
    const { lost } = await ask();
    expect(lost).toBeGreaterThan(2000);
    // When the reader reads again, he gets what is said from then on.
    child.stdout!.resume();
    const lostNow = async () => -(await ask()).lost + (await ask()).lost;
    await expect.poll(lostNow, { timeout: PATIENCE_MS }).toBe(0);
  });

  test('into a pipe whose reader has gone', async () => {
    const { child, ask } = await logging('pipe');
    expect((await ask()).lost).toBe(0);
    child.stdout!.destroy();
    for (let times = 2; times <= 20; times += 1) expect((await ask()).served).toBe(times);
    expect((await ask()).lost).toBeGreaterThan(500);
    expect(child.exitCode).toBeNull();
  });

  test('and loses nothing where it can be written', async () => {
    const { child, ask } = await logging('pipe');
    let output = '';
    child.stdout!.setEncoding('utf8').on('data', (part: string) => (output += part));
    for (let times = 0; times < 20; times += 1) await ask();
    await expect.poll(() => output.split('\n').length - 1).toBe(1000);
    expect(JSON.parse(output.split('\n')[0]!)).toMatchObject({ msg: 'request', route: '/livez' });
  });
});

describe('a command of the operator', () => {
  const help = (stdout: 'pipe' | number) => fork(OPERATOR, ['help'], { stdio: ['ignore', stdout, 'pipe', 'ipc'] });

  test('whose output a full disk does not take says so, and is no success', async () => {
    const { code, output } = await endOf(help(full()));
    expect([code, output]).toEqual([
      1,
      'Команда выполнена, но вывод записан не весь: на диске кончилось место, освободите его\n',
    ]);
  });

  test('whose reader has enough, as `head`, ends in peace', async () => {
    const child = help('pipe');
    child.stdout!.destroy();
    let complaint = '';
    child.stderr!.setEncoding('utf8').on('data', (part: string) => (complaint += part));
    const [code] = (await once(child, 'exit')) as [number];
    expect([code, complaint]).toEqual([0, '']);
  });
});
