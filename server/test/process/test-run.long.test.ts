import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type TestContext } from 'vitest';

// What `npm test` promises of itself: it hears every step to the end, and leaves nothing, however it ends.

const LIBRARY = new URL('../../../scripts/lib/', import.meta.url);
const RUN = new URL('run-to-end.ts', import.meta.url).pathname;

/** What a run has while it goes on (`run-to-end.ts`). */
interface Has {
  readonly pids: readonly number[];
  readonly folders: readonly string[];
  readonly memory: string;
}

interface Started {
  readonly child: ChildProcess;
  /** What it has printed. */
  readonly output: () => string;
  readonly has: () => Promise<Has>;
}

/** A process that is not of the run of these tests. */
async function start(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  words: (ready: string) => readonly string[],
  { parent = false } = {},
): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-ready-'));
  const ready = join(folder, 'ready');
  const { TEST_RUN: _, ...env } = process.env;
  // npm has a shell start the run.
  const [program, ...rest] = [...(parent ? ['sh', '-c', '"$0" "$@"; true'] : []), process.execPath, ...words(ready)];
  const child = spawn(program ?? '', rest, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
  const has = async () => {
    await expect.poll(() => existsSync(ready), { timeout: 60_000 }).toBe(true);
    return JSON.parse(readFileSync(ready, 'utf8')) as Has;
  };
  return { child, output: () => output, has };
}

/** Takes these steps as `npm test` takes its own. */
const stages = (
  here: Pick<TestContext, 'onTestFinished'>,
  steps: (ready: string) => string,
  more: { parent?: boolean } = {},
) =>
  start(
    here,
    (ready) => [
      '--input-type=module',
      '-e',
      `const { takeStages } = await import(${JSON.stringify(new URL('stages.mjs', LIBRARY).href)});
     const { run } = await import(${JSON.stringify(new URL('command.mjs', LIBRARY).href)});
     process.exitCode = await takeStages(${steps(ready)});`,
    ],
    more,
  );

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`) && !/^\d+ \(.*\) Z/.test(statOf(pid));
const statOf = (pid: number): string => readFileSync(`/proc/${pid}/stat`, 'utf8');
const hasMemory = (id: string): boolean =>
  readFileSync('/proc/sysvipc/shm', 'utf8')
    .split('\n')
    .some((line) => line.trim().split(/ +/)[1] === id);

/** What is left of a run. */
const leftOf = ({ pids, folders, memory }: Has): unknown[] => [
  ...pids.filter(isAlive),
  ...folders.filter((folder) => existsSync(folder)),
  ...(hasMemory(memory) ? [`memory ${memory}`] : []),
];

const failing = `{ name: 'lint', work: async () => ({ code: 1, output: 'a fault of style' }) }`;

test.concurrent('a failed step ends no other: each tells what it has found, except those that need it; the others wait for what they need', async ({
  expect,
  onTestFinished,
}) => {
  const { child, output } = await stages(
    { onTestFinished },
    () => `[[${failing},
      { name: 'units', work: () => run('sh', ['-c', 'sleep 0.5; echo all others are well'], {}), tells: /well/ },
      { name: 'budget', needs: ['units'], work: async () => ({ code: 0, output: '' }) },
      { name: 'journeys', needs: ['lint'], work: async () => ({ code: 0, output: '' }) }],
      [{ name: 'later', work: async () => ({ code: 0, output: '' }) }]]`,
  );
  const [code] = (await once(child, 'close')) as [number];
  expect(code).toBe(1);
  expect(output()).toMatch(/== lint: FAILED in .* s\na fault of style\n/);
  expect(output()).toMatch(/== units: passed in .* s\nall others are well\n== budget: passed/);
  expect(output()).toContain('== journeys: not run, it needs lint\n');
  expect(output()).toMatch(/\n3 passed, 1 failed \(lint\), 1 not run \(journeys\)\n$/);
});

test.concurrent.for(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'a run that %s ends leaves no process, no memory and no folder',
  async (signal, { expect, onTestFinished }) => {
    const { child, output, has } = await stages(
      { onTestFinished },
      (ready) => `[[${failing},
        { name: 'units', work: (signal) => run(process.execPath, ${JSON.stringify([RUN, ready])}, { signal }) }]]`,
    );
    const all = await has();
    expect(leftOf(all)).toHaveLength(6);
    child.kill(signal);
    await once(child, 'exit');
    await expect.poll(() => leftOf(all), { timeout: 30_000 }).toEqual([]);
    if (signal === 'SIGKILL') return;
    expect(output()).toContain('a fault of style');
    expect(output()).toMatch(/\n0 passed, 1 failed \(lint\), 1 cut off \(units\)\n$/);
    expect(child.exitCode).toBe(signal === 'SIGINT' ? 130 : 143);
  },
);

test.concurrent('neither does one whose parent is killed', async ({ expect, onTestFinished }) => {
  const { child, has } = await stages(
    { onTestFinished },
    (ready) =>
      `[[{ name: 'units', work: (signal) => run(process.execPath, ${JSON.stringify([RUN, ready])}, { signal }) }]]`,
    { parent: true },
  );
  const all = await has();
  child.kill('SIGKILL');
  await expect.poll(() => leftOf(all), { timeout: 30_000 }).toEqual([]);
});

test.concurrent('neither do the unit tests alone, whose process is killed', async ({ expect, onTestFinished }) => {
  const { child, has } = await start({ onTestFinished }, (ready) => [RUN, ready]);
  const all = await has();
  child.kill('SIGKILL');
  await expect.poll(() => leftOf(all), { timeout: 30_000 }).toEqual([]);
});
