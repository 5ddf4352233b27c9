import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { crontab } from '#server/jobs.ts';
import { runCommand } from '#server/operator/operator.ts';
import { signerAt } from '../identity/signing-in.ts';
import { testPortal, type TestPortal } from '../portal/portal.ts';
import { chargedThere, isOff, townOf, writeTown } from './town.ts';

// `TOWN=3000 npx vitest run moving-in.long`: a town of so many contracts.
const CONTRACTS = Number(process.env['TOWN'] ?? 400);
const MINUTE = 60_000;

let portal: TestPortal;
const { signIn } = signerAt(() => portal);

async function run(...line: string[]) {
  const said: string[] = [];
  const say = (text: string) => void said.push(text.replaceAll('\u00a0', ' '));
  const code = await runCommand(() => Promise.resolve({ ...portal.world, agents: [] }), line, say);
  return { code, said: said.join('\n') };
}

/** All that a charge, a switch-off, a message or an order to the network leaves behind, as digests. */
async function traces() {
  const { rows } = await portal.pool.query<Record<string, string>>(
    ['ledger_transaction', 'ledger_entry', 'message', 'outbox_effect', 'service_user', 'account', 'charge_run']
      .map((table) => `(select md5(string_agg(t::text, e'\\n' order by t::text)) from ${table} t) as ${table}`)
      .reduce((query, column, at) => `${query}${at > 0 ? ', ' : ' '}${column}`, 'select'),
  );
  return rows[0];
}

/** The worker's whole schedule, as often as it can do harm: each five minutes of the next quarter of an hour. */
async function workFrom(moment: string) {
  portal.clock.set(new Date(moment));
  for (let minute = 0; minute <= 15; minute += 5) {
    for (const { task } of crontab) {
      await portal.pool.query(`select graphile_worker.add_job($1, '{}', job_key => $1)`, [task]);
    }
    await portal.work();
    portal.clock.advance(5 * MINUTE);
  }
}

const sum = (kopecks: readonly number[]) => kopecks.reduce((all, one) => all + one, 0);
const rows = async (query: string) => (await portal.pool.query<Record<string, unknown>>(query)).rows;

/** Kopecks on the account of whoever this login and password let in. */
async function balanceAfterSigningIn(login: string, password: string) {
  const { status, body } = await signIn(login, password);
  if (status !== 200) return 'refused';
  const authorization = `Bearer ${body['access_token']}`;
  const account = await portal.send(contract.internetAccount.get, {}, undefined, { authorization });
  return Math.round(Number(account.body.balance) * 100);
}

test('a town with all its disorder moves in: nobody is charged, switched off or told anything before the first day', async () => {
  portal = await testPortal({ template: 'empty' });
  const place = await mkdtemp(join(tmpdir(), 'kabinet-town-'));
  onTestFinished(() => rm(place, { recursive: true }));
  const town = townOf(CONTRACTS);
  const { tables, charges } = await writeTown(place, town);

  const checked = await run('import', 'check', tables);
  expect(checked.code, checked.said).toBe(0);
  expect(checked.said).toContain('Ошибок нет, ничего не изменено');
  expect(await rows('select from contract')).toEqual([]);
  const loaded = await run('import', 'load', tables);
  expect(loaded.code, loaded.said).toBe(0);
  expect((await run('ledger', 'verify')).code).toBe(0);
  expect(
    await rows(
      'select count(*)::int as contracts, sum(balance_kopecks)::int as sum from account where contract_id is not null',
    ),
  ).toEqual([
    {
      contracts: CONTRACTS,
      sum: sum(town.map(({ balance }) => balance)),
    },
  ]);

  // By each name that people know, with the password of before; a doubled phone stays with whoever came first.
  const [plain, salted, company, doubled] = [town[30]!, town[31]!, town[57]!, town[105]!];
  expect(await balanceAfterSigningIn(`${plain.id}`, plain.password)).toBe(plain.balance);
  expect(await balanceAfterSigningIn(salted.phone, salted.password)).toBe(salted.balance);
  expect(await balanceAfterSigningIn(company.printed.toLowerCase().replaceAll('-', ' '), company.password)).toBe(
    company.balance,
  );
  expect(doubled.phone).toBe(town[104]!.phone);
  expect(await balanceAfterSigningIn(doubled.phone, doubled.password)).toBe('refused');
  const closed = town.find(({ closedOn, balance }) => closedOn !== '' && balance < 0)!;
  expect(
    await rows(`select contract.closed_on::text, balance_kopecks::int from contract join account using (contract_id)
    where contract_id = ${closed.id}`),
  ).toEqual([{ closed_on: '2026-10-05', balance_kopecks: closed.balance }]);

  const before = await traces();
  await workFrom('2026-11-20T10:10:00Z');
  await workFrom('2026-11-20T19:55:00Z');
  expect(await traces()).toEqual(before);

  const rehearsed = await run('charge', 'rehearse', '2026-12-01', charges);
  expect(rehearsed.said).toContain('Расхождений нет');
  expect(rehearsed.code).toBe(0);
  expect(await traces()).toEqual(before);

  expect((await run('charge', 'begin', '2026-12-01')).code).toBe(0);
  await workFrom('2026-11-21T06:00:00Z');
  await workFrom('2026-11-30T19:40:00Z');
  expect(await traces()).toEqual(before);

  await workFrom('2026-11-30T20:01:00Z');
  expect(
    await rows(`select -sum(amount_kopecks)::int as charged from ledger_entry join ledger_transaction t using (transaction_id)
      join account using (account_id) where t.kind = 'charge' and t.day = '2026-12-01' and account.contract_id is not null`),
  ).toEqual([{ charged: sum(town.map(chargedThere)) }]);
  const off = town.filter(isOff).flatMap(({ services }) => services.filter(({ state }) => state !== 'отключена'));
  expect(
    await rows(`select login from service_user where reason = 'debt' and state <> 'closed' order by login collate "C"`),
  ).toEqual(off.map(({ login }) => ({ login })).sort((a, b) => (a.login < b.login ? -1 : 1)));
  // Whoever has left is told nothing.
  expect(
    await rows('select from message join contract using (contract_id) where contract.closed_on is not null'),
  ).toEqual([]);
  expect((await run('ledger', 'verify')).code).toBe(0);
});
