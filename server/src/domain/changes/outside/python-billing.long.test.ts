import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { day } from '@kabinet/contract/kernel/day';
import { runCommand } from '../../../operator/operator.ts';
import { staffToken } from '../../../../test/portal/staff.ts';
import { testPortal } from '../../../../test/portal/portal.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const KILLS = Number(process.env['KILLS'] ?? 8);

/** The script of the page for those who join a billing, word by word. */
async function pythonBilling(): Promise<string> {
  const page = await readFile(new URL('../../../../../docs/billing.ru.md', import.meta.url), 'utf8');
  return /```python\n([\s\S]*?)```/.exec(page)![1]!;
}

const TABLES = {
  towns: ['город;основной', 'Вольск;да'],
  streets: ['город;улица', 'Вольск;Ленина'],
  plans: ['услуга;тариф;цена;за;мбит', 'интернет;Сто;600;месяц;100', 'интернет;Двести;900;месяц;200'],
  contracts: [
    'договор;клиент;компания;город;улица;дом;расчётный день;заключён;телефон;почта',
    ...[7001, 7002, 7003].map((id) => `${id};Абонент ${id};;Вольск;Ленина;${id};1;01.02.2020;;`),
  ],
  accounts: ['счёт;договор;вид;остаток;кредит', ...[1, 2, 3].map((n) => `A-${n};${7000 + n};интернет;0;`)],
  services: [
    'логин;договор;вид;название;тариф;состояние;с;оплачено по',
    ...[1, 2, 3].map((n) => `u${n};${7000 + n};ethernet;Интернет;Сто;;01.02.2020;`),
  ],
};

/** What the other billing has: the third account is unknown to it, and so is the third service. */
const OTHERS = `
insert into account (account_no, balance) values ('A-1', 10000), ('A-2', -5050), ('X-9', 1);
insert into charge (key, account_no, day, text, amount) values ('c-1', 'A-1', '2026-11-20', 'Интернет «Сто»', -60000);
insert into service (login, plan) values ('u1', 'Сто'), ('u2', 'Сто');`;

test.runIf(hasPython)(
  'a billing joined by the script of the page books every payment and change of plan once, though it is killed again and again',
  async () => {
    const portal = await testPortal({ template: 'empty' });
    const folder = await mkdtemp(join(tmpdir(), 'kabinet-billing-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const run = async (...line: string[]) => {
      const said: string[] = [];
      const code = await runCommand(
        () => Promise.resolve({ ...portal.world, agents: [] }),
        line,
        (text) => {
          said.push(text);
        },
      );
      expect(code, said.join('\n')).toBe(0);
      return said.join('\n');
    };
    for (const [name, lines] of Object.entries(TABLES)) await writeFile(join(folder, `${name}.csv`), lines.join('\n'));
    await run('import', 'load', folder);
    await run('charge', 'external');
    await staffToken(portal, 'admin');
    const calls = 'billing balances,billing services,billing requests,billing answer';
    const made = await run('keys', 'add', 'Биллинг', calls, '127.0.0.1/32', '2027-10-01', '--json');
    const { key } = JSON.parse(made) as { key: string };
    const app = await portal.app();
    const address = await app.listen({ host: '127.0.0.1', port: 0 });

    const [script, file] = [join(folder, 'billing.py'), join(folder, 'billing.db')];
    await writeFile(script, await pythonBilling());
    const env = { ...process.env, KABINET: address, KEY: key, DB: file, DAY: '2026-11-20' };
    const start = () => spawn('python3', [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const whole = async () => {
      const running = start();
      let said = '';
      running.stdout.on('data', (text: Buffer) => void (said += text.toString()));
      const [code] = (await once(running, 'close')) as [number];
      expect(code).toBe(0);
      return said;
    };
    const inBilling = (query: string) =>
      spawnSync('python3', [
        '-c',
        'import sqlite3,sys;c=sqlite3.connect(sys.argv[1]);c.executescript(sys.argv[2])',
        file,
        query,
      ]);
    const ofBilling = (query: string): unknown => {
      const read =
        'import sqlite3,json,sys;print(json.dumps(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchall()))';
      return JSON.parse(spawnSync('python3', ['-c', read, file, query], { encoding: 'utf8' }).stdout);
    };
    await whole();
    expect(inBilling(OTHERS).status).toBe(0);
    expect(await whole()).toBe('X-9: такого счёта нет\n');

    const [{ plan_id: planId }] = (
      await portal.pool.query<{ plan_id: number }>(`select plan_id from plan where name = 'Двести'`)
    ).rows as [{ plan_id: number }];
    const ask = async (login: string, who: number) => {
      const { rows } = await portal.pool.query<{ id: string }>(
        `select user_id as id from service_user where login = '${login}'`,
      );
      const body = { user_id: Number(rows[0]?.id), plan_id: planId, when: 'now' as const };
      expect((await portal.send(contract.plan.change, { body }, who)).status).toBe(200);
    };
    await ask('u1', 7001);
    await ask('u3', 7003);
    const [second] = (
      await portal.pool.query<{ id: string }>(`select user_id as id from service_user where login = 'u2'`)
    ).rows;
    const pausing = { user_id: Number(second?.id), from: day('2026-11-20'), until: day('2026-12-10') };
    expect((await portal.send(contract.suspension.start, { body: pausing }, 7002)).status).toBe(200);
    const { rows: options } = await portal.pool.query<{ option_id: number }>(
      `insert into plan_option (plan_id, name, oferta, remarks, price_kopecks)
       select plan_id, 'Адрес', '', '', 15000 from plan where name = 'Сто' returning option_id`,
    );
    const switching = { user_id: pausing.user_id, option_id: Number(options[0]?.option_id), status: 'on' as const };
    expect((await portal.send(contract.plan.changeOption, { body: switching }, 7002)).status).toBe(200);
    for (let turn = 1; turn <= KILLS; turn += 1) {
      const running = start();
      await run('payment', 'post', `A-${(turn % 3) + 1}`, `${turn}.10`, `Д-${turn}`, 'Наличные');
      // Anywhere from before its first request to after its last one.
      await pause(60 + ((turn * 137) % 500));
      running.kill('SIGKILL');
      if (running.exitCode === null && running.signalCode === null) await once(running, 'exit');
    }
    await whole();
    const paid = (n: number) =>
      Array.from({ length: KILLS }, (_, at) => at + 1)
        .filter((turn) => (turn % 3) + 1 === n)
        .reduce((sum, turn) => sum + turn * 100 + 10, 0);
    expect(ofBilling(`select account_no, balance from account where account_no < 'B' order by 1`)).toEqual([
      ['A-1', 10_000 + paid(1)],
      ['A-2', -5050 + paid(2)],
    ]);
    const shown = await portal.pool.query(
      `select account_no, balance_kopecks::int as balance from account where contract_id is not null order by 1`,
    );
    expect(shown.rows).toEqual([
      { account_no: 'A-1', balance: 10_000 + paid(1) },
      { account_no: 'A-2', balance: -5050 + paid(2) },
      { account_no: 'A-3', balance: paid(3) },
    ]);
    const answers = await portal.pool.query(
      `select kind, state, count(*)::int as count from billing_request group by 1, 2 order by 1, 2`,
    );
    const ofThird = Array.from({ length: KILLS }, (_, at) => at + 1).filter((turn) => turn % 3 === 2).length;
    expect(answers.rows).toEqual([
      // Of options the script knows nothing, and says so.
      { kind: 'option', state: 'refused', count: 1 },
      { kind: 'pause', state: 'confirmed', count: 1 },
      { kind: 'payment', state: 'confirmed', count: KILLS - ofThird },
      { kind: 'payment', state: 'refused', count: ofThird },
      { kind: 'plan', state: 'confirmed', count: 1 },
      { kind: 'plan', state: 'refused', count: 1 },
    ]);
    const { rows: paused } = await portal.pool.query(
      `select login, returns_on::text from service_user where state = 'paused'`,
    );
    expect(paused).toEqual([{ login: 'u2', returns_on: '2026-12-10' }]);
    const plans = await portal.pool.query(
      `select login, p.name from service_user join plan p using (plan_id) order by login`,
    );
    expect(plans.rows).toEqual([
      { login: 'u1', name: 'Двести' },
      { login: 'u2', name: 'Сто' },
      { login: 'u3', name: 'Сто' },
    ]);
    const charged = await portal.pool.query(
      `select e.text, e.amount_kopecks::int as sum from ledger_entry e join ledger_transaction t using (transaction_id)
       join account a using (account_id) where t.kind = 'charge' and a.account_no = 'A-1'`,
    );
    expect(charged.rows).toEqual([{ text: 'Интернет «Сто»', sum: -60_000 }]);
    await run('ledger', 'verify');
  },
);
