import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { operatorContract } from '@kabinet/contract/staff';
import { Problem } from '#server/kernel/call/problem.ts';
import { addClient } from '../../test/portal/client.ts';
import { testPortal, type TestPortal } from '../../test/portal/portal.ts';
import { staffKey } from '../../test/portal/staff.ts';
import { bareCommands } from './commands.ts';
import { bashCompletions } from './completions.ts';
import { runCommand } from './operator.ts';
import { remoteDesk, type Fetch } from './remote-desk.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const noTools = () => Promise.reject(new Error('The database of this machine is not opened'));

let portal: TestPortal;
let url: string;
beforeEach(async () => {
  portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, { balance: 1234_50 });
  url = await (await portal.app()).listen({ host: '127.0.0.1', port: 0 });
});

async function typed(settings: Record<string, string | undefined>, ...line: string[]) {
  const said: string[] = [];
  const code = await runCommand(noTools, line, (text) => void said.push(plain(text)), settings);
  return { code, said: said.join('\n') };
}

/** Of a sign of ASCII or a Russian letter. */
function windows1251(sign: string): number {
  const code = sign.codePointAt(0) ?? 0;
  return code < 0x80 ? code : code - 0x350;
}

/** A line, over HTTP by a key and on the machine itself. */
async function both(calls: readonly string[], ...line: string[]) {
  const key = await staffKey(portal, calls);
  const remote = await typed({ KABINET_URL: `${url}/`, KABINET_KEY: key }, ...line);
  const said: string[] = [];
  const tools = { ...portal.world, agents: [] };
  const code = await runCommand(
    () => Promise.resolve(tools),
    line,
    (text) => void said.push(plain(text)),
    {},
  );
  return [remote, { code, said: said.join('\n') }] as const;
}

describe('over HTTP', () => {
  test.each([
    [['contract', 'balance', '200001']],
    [['contract', 'balance', '200001', '--json']],
    [['contract', 'balance', '5']],
    [['contract', 'balance', 'x']],
    [['ledger', 'verify']],
    [['charge', 'correct', '999', 'ошибка', '--json']],
    [['payment', 'post', '200001i', '100', 'ПКО-1', 'В офисе', '--receipt=17']],
  ])('%j answers as on the machine itself', async (line) => {
    const [remote, own] = await both(['contract balance', 'ledger verify', 'charge correct', 'payment post'], ...line);
    const kept = (said: string) => said.replace('Зачислено', 'Уже было зачислено');
    expect({ ...remote, said: kept(remote.said) }).toMatchObject({ code: own.code });
    if (line[0] !== 'payment') expect(remote.said).toBe(own.said);
  });

  test('a file comes as it is read', async () => {
    const file = join(tmpdir(), `${portal.clock.now().getTime()}-transfers.csv`);
    await writeFile(file, 'дата;сумма;номер;плательщик;назначение\n20.11.2026;100,00;17;Иванов;Счёт 200001i\n');
    const [remote, own] = await both(['transfers import'], 'transfers', 'import', file);
    expect(remote.code).toBe(own.code);
    expect(remote.said).not.toBe('');
  });

  test('tables of a folder come as they are read on the machine itself', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kabinet-tables-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const text = 'город;улица\nНигде;Лесная\n';
    await writeFile(join(folder, 'streets.csv'), Buffer.from(Array.from(text, windows1251)));
    const [remote, own] = await both(['import check'], 'import', 'check', folder);
    expect(remote).toEqual(own);
    expect(own.said.split('\n')).toEqual([
      'streets.csv: не UTF-8, прочитан как Windows-1251. Если буквы не те, сохраните его в UTF-8',
      'streets.csv, строка 2: города «Нигде» нет: добавьте его в towns.csv',
      'Ошибок: 1. Ничего не принято: исправьте и повторите',
    ]);
  });

  test('what the key does not name is refused in one sentence', async () => {
    const settings = { KABINET_URL: url, KABINET_KEY: await staffKey(portal, ['ledger verify']) };
    expect(await typed(settings, 'contract', 'balance', '200001')).toEqual({
      code: 1,
      said: 'Ключ этого не позволяет',
    });
    expect(await typed(settings, 'contract', 'balance', '200001', '--json')).toEqual({
      code: 1,
      said: JSON.stringify({ refused: 'role_not_allowed', lines: ['Ключ этого не позволяет'] }, null, 2),
    });
    expect((await typed(settings, 'ledger', 'verify', '--as=Анна')).said).toBe(
      'По сети команды идут от имени ключа: уберите --as',
    );
    const unknown = { ...settings, KABINET_KEY: `kabinetstaff_${'a'.repeat(43)}` };
    expect((await typed(unknown, 'ledger', 'verify')).said).toMatch(/^Ключ не действует/);
  });

  test('settings that cannot work are named before anything is asked', async () => {
    const key = `kabinetstaff_${'a'.repeat(43)}`;
    const told = async (settings: Record<string, string>) => (await typed(settings, 'ledger', 'verify')).said;
    expect(await told({ KABINET_URL: url })).toMatch(/^Задайте KABINET_KEY/);
    expect(await told({ KABINET_URL: 'http://lk.example.ru', KABINET_KEY: key })).toMatch(/https/);
    expect(await told({ KABINET_URL: url, KABINET_KEY: 'secret' })).toMatch(/KABINET_KEY неверна/);
    await expect(told({ KABINET_URL: 'http://127.0.0.1:1', KABINET_KEY: key })).rejects.toThrow('не отвечает');
  });
});

describe('while the portal is busy', () => {
  const desk = (...replies: readonly (readonly [number, object])[]) => {
    const asked: string[] = [];
    let next = 0;
    const fetched: Fetch = (_, { headers }) => {
      asked.push((headers as Record<string, string>)['idempotency-key'] ?? '');
      const [status, body] = replies[next] ?? [500, {}];
      next += 1;
      return Promise.resolve(Response.json(body, { status }));
    };
    return { asked, desk: remoteDesk({ url, key: 'x' }, fetched, () => Promise.resolve()) };
  };
  const problem = (status: number, code: string) => [status, { code, message: 'Позже' }] as const;
  const run = operatorContract.charging.run;

  test('a change is asked for again by the same key, until it is done', async () => {
    const { desk: busy, asked } = desk(
      problem(503, 'stopping'),
      problem(429, 'too_many_requests'),
      problem(503, 'timeout'),
      problem(409, 'repeated_without_reply'),
      [200, { until: '2026-11-20', failed: 0 }],
    );
    expect(await busy.ask(run, {})).toEqual({ until: '2026-11-20', failed: 0 });
    expect([asked.length, new Set(asked).size]).toEqual([5, 1]);
  });

  test('any other refusal ends it', async () => {
    for (const refusal of [problem(409, 'repeated_without_reply'), problem(409, 'charging_on_hold')]) {
      const { desk: busy, asked } = desk(refusal);
      await expect(busy.ask(run, {})).rejects.toThrow(Problem);
      expect(asked).toHaveLength(1);
    }
    const stranger = desk([502, { error: 'Bad gateway' }]);
    await expect(stranger.desk.ask(run, {})).rejects.toThrow('проверьте KABINET_URL');
  });
});

describe('completions', () => {
  const script = bashCompletions(bareCommands);
  const complete = (...words: string[]) =>
    execFileSync(
      'bash',
      [
        '-c',
        `${script}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _kabinet_operator; echo "\${COMPREPLY[@]}"`,
        '-',
        'operator',
        ...words,
      ],
      { encoding: 'utf8' },
    ).trim();

  test('complete the words of a command and its options', () => {
    expect(complete('sta')).toBe('staff');
    expect(complete('staff', 'bl')).toBe('block');
    expect(complete('goals', 'add', '--ki')).toBe('--kind=');
    expect(complete('audit', '--l')).toBe('');
    expect(complete('audit', '', '--js')).toBe('--json');
  });
});

test('commands outside the table answer with data, too', async () => {
  const { code, said } = await typed({}, 'completions', 'bash', '--json');
  expect([code, JSON.parse(said)]).toMatchObject([
    0,
    { code: 0, lines: [expect.stringContaining('complete -o default')] },
  ]);
});
