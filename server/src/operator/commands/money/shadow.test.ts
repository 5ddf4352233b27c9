import { expect, test } from 'vitest';
import { kopecks } from '@kabinet/contract/kernel/money';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { addClient } from '../../../../test/portal/client.ts';
import type { TestPortal } from '../../../../test/portal/portal.ts';
import { shadowTwins, type TwinLine } from '../../../../test/portal/beside/shadow-twins.ts';
import { runCommand } from '../../operator.ts';

/** Two clients; the billing day of the first is the tenth. */
async function prepare({ world, pool }: TestPortal): Promise<void> {
  await addClient(world, { contractId: 1, fee: 600_00 });
  await addClient(world, { contractId: 2, fee: 700_00 });
  await pool.query('update contract set billing_day = 10 where contract_id = 1');
  await pool.query(`update fee_charged set charged_until = '2026-12-10' where account_id = (
    select account_id from account where contract_id = 1)`);
}

/** There, kopecks are cut off on the first of January. */
const cut = (lines: readonly TwinLine[], on: string): readonly TwinLine[] =>
  lines.map((one) => (on === '2027-01-01' ? { ...one, amount: kopecks(one.amount + 7) } : one));

async function run({ world }: TestPortal, ...line: string[]) {
  const said: string[] = [];
  const code = await runCommand(
    () => Promise.resolve({ ...world, agents: [] }),
    line,
    (text) => {
      said.push(text.replaceAll('\u00a0', ' '));
    },
  );
  return { code, said: said.join('\n') };
}

test('a difference is shown, and accepted by a person; after thirty nights the cabinet switches over and charges no day twice', async () => {
  const { here, liveDays } = await shadowTwins('empty', { prepare, change: cut });
  expect((await run(here, 'charge', 'shadow')).said).toContain('Ночей ещё нет');
  await liveDays(45, 5);
  const shown = await run(here, 'charge', 'shadow');
  expect(shown.code).toBe(1);
  expect(shown.said).toContain('1 января 2027: сходится счетов 0, расходится 1');
  expect(shown.said).toContain(
    'договор 2, счёт 2i, Интернет «Тест»: у нас 700 ₽ (полный месяц, цена 700 ₽), там 699,93 ₽ — округление (rounding)',
  );
  expect(shown.said).toMatch(/Ночей подряд без расхождений: 5 из 30/);
  expect((await run(here, 'charge', 'status')).said).toContain('Ночей подряд без расхождений: 5 из 30');
  expect(await run(here, 'charge', 'own')).toMatchObject({
    code: 1,
    said: expect.stringContaining('charge own --early=да') as string,
  });

  const accept = ['charge', 'shadow-accept', 'rounding', '2027-01-31', 'Там копейки отбрасывают'];
  expect((await run(here, ...accept, '--account_no=1i')).said).toContain('5 из 30');
  expect((await run(here, ...accept, '--account_no=9i')).code).toBe(1);
  expect((await run(here, ...accept, '--account_no=2i', '--service=Интернет «Тест»')).said).toContain(
    'Тридцать ночей без расхождений. Переключиться: charge own',
  );
  const agreed = await run(here, 'charge', 'shadow');
  expect(agreed.code).toBe(0);
  expect(agreed.said).toMatch(/расходится 0, принято 1/);
  expect(agreed.said).toContain('Принятые расхождения, они не считаются:');
  expect(agreed.said).toContain('Там копейки отбрасывают');
  // Accepting the same up to yesterday takes it back.
  const back = ['charge', 'shadow-accept', 'rounding', '2026-12-31', 'Ошиблись', '--account_no=2i'];
  expect((await run(here, ...back, '--service=Интернет «Тест»')).said).toContain('5 из 30');

  expect((await run(here, 'charge', 'own', '--early=да')).code).toBe(0);
  expect((await run(here, 'charge', 'begin', '2027-01-08')).code).toBe(0);
  here.clock.set(new Date('2027-01-09T21:00:00Z'));
  await chargeUpTo(here.world);
  const charged = await here.pool.query(
    `select a.account_no, to_char(e.day, 'YYYY-MM-DD') as day, e.amount_kopecks::int as sum
     from ledger_entry e join ledger_transaction t using (transaction_id) join account a using (account_id)
     where t.kind = 'charge' and a.contract_id is not null and e.day >= '2027-01-05'`,
  );
  expect(charged.rows).toEqual([{ account_no: '1i', day: '2027-01-10', sum: -600_00 }]);
});
