import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { inject, onTestFinished, test, expect } from 'vitest';
import { operatorContract } from '@kabinet/contract/staff';
import { plainSender } from '../../../../test/portal/plain-sender.ts';
import { openPortal } from '../../../../test/portal/open-portal.ts';
import { staffDesk } from '../../../../test/portal/staff-desk.ts';
import { cloneDatabase, dropDatabase, TEMPLATES } from '../../../../test/database/database.ts';
import { freePort } from '../../../../test/process/process.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const EVENTS = Number(process.env['EVENTS'] ?? 600);
const CONTRACTS = 20;

/** The receiver of the page for those who join a script, word by word. */
async function pythonReceiver(): Promise<string> {
  const page = await readFile(new URL('../../../../../docs/events.ru.md', import.meta.url), 'utf8');
  return /```python\n([\s\S]*?)```/.exec(page)![1]!;
}

/** A program that is killed and started again, until the end. */
function restarted(start: () => ChildProcess) {
  let running = start();
  const kill = async () => {
    running.kill('SIGKILL');
    if (running.exitCode === null && running.signalCode === null) await once(running, 'exit');
  };
  return {
    again: async () => {
      await kill();
      running = start();
    },
    kill,
  };
}

test.runIf(hasPython)(
  'a receiver in Python, written from the page, gets every event once and those of a contract in order, though both sides are killed',
  async () => {
    const server = inject('databaseUrl');
    const url = await cloneDatabase(server, TEMPLATES.empty);
    const portal = await openPortal(url, { throughOutside: (outside) => ({ ...outside, webhooks: plainSender }) });
    portal.clock.set(new Date());
    const [folder, port] = [await mkdtemp(join(tmpdir(), 'kabinet-events-')), await freePort()];
    const hook = await staffDesk(portal).ask(
      operatorContract.webhooks.add,
      { body: { name: 'Python', url: `http://127.0.0.1:${port}/` } },
      'admin',
    );
    await writeFile(join(folder, 'receiver.py'), await pythonReceiver());
    const file = join(folder, 'events.db');
    const env = { ...process.env, SECRET: hook.secret, DB: file, PORT: String(port) };
    const receiver = restarted(() => spawn('python3', [join(folder, 'receiver.py')], { env, stdio: 'inherit' }));
    const program = fileURLToPath(new URL('../../../../test/process/deliver-events.ts', import.meta.url));
    const sender = restarted(() =>
      spawn(process.execPath, [program, url, String(hook.webhook_id)], {
        stdio: 'inherit',
        env: { ...process.env, FAST: 'yes' },
      }),
    );
    onTestFinished(async () => {
      await Promise.all([receiver.kill(), sender.kill()]);
      await portal.close();
      await dropDatabase(server, url);
      await rm(folder, { recursive: true });
    });
    const received = (): { id: number; contract: number; what: number }[] => {
      const script = `import sqlite3,json,sys
rows=sqlite3.connect(sys.argv[1]).execute('select id, contract, body from event order by came').fetchall()
print(json.dumps([dict(id=r[0],contract=r[1],what=int(json.loads(r[2])['data']['what'])) for r in rows]))`;
      const { stdout } = spawnSync('python3', ['-c', script, file], { encoding: 'utf8', maxBuffer: 1 << 28 });
      return stdout === '' ? [] : (JSON.parse(stdout) as ReturnType<typeof received>);
    };
    const writeAll = async () => {
      for (let from = 0; from < EVENTS; from += 50) {
        await portal.pool.query(
          `select note_change('contract.changed', n % ${CONTRACTS}, null, jsonb_build_object('what', n::text)) from generate_series(${from}, ${from + 49}) n`,
        );
        await pause(5);
      }
    };
    const killing = async () => {
      for (let turn = 0; turn < 4; turn += 1) {
        await pause(2500);
        await (turn % 2 === 0 ? sender : receiver).again();
      }
    };
    await Promise.all([writeAll(), killing()]);
    let got = received();
    for (let waited = 0; got.length < EVENTS && waited < 20 + EVENTS / 20; waited += 1) {
      // A receiver that was away is tried again after a quarter of a minute; a resume tries it at once.
      await staffDesk(portal).ask(
        operatorContract.webhooks.resume,
        { body: { webhook_id: hook.webhook_id } },
        'engineer',
      );
      await pause(500);
      got = received();
    }
    expect(got.map(({ what }) => what).toSorted((a, b) => a - b)).toEqual(Array.from({ length: EVENTS }, (_, n) => n));
    for (const [contract, events] of Map.groupBy(got, (event) => event.contract)) {
      const came = events.map(({ id }) => id);
      expect(came, `contract ${contract}`).toEqual(came.toSorted((a, b) => a - b));
    }
  },
);
