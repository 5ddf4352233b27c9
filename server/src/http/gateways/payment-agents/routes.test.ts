import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { addClient, balanceOf } from '../../../../test/portal/client.ts';
import { terminal } from '../../../../test/emulators/terminal.ts';
import { testPortal } from '../../../../test/portal/portal.ts';
import {
  AUTHORIZATION,
  SBERBANK_AGENTS,
  callGate,
  isWellFormed,
  OPEN,
  TERMINAL,
  told,
  type AgentCall,
} from '../../../../test/portal/payment-agents.ts';

const HOUR = 3_600_000;

async function opened(agents = TERMINAL, balance = 0) {
  const portal = await testPortal({ template: 'empty', agents });
  const client = await addClient(portal.world, { balance, telephone: true });
  const call = (parameters: Record<string, string>, how?: AgentCall) => callGate(portal, parameters, how);
  const pay = (change: Record<string, string> = {}, how?: AgentCall) =>
    call(
      { command: 'pay', txn_id: '1', txn_date: '20261120140500', account: '200001i', sum: '100.00', ...change },
      how,
    );
  return { portal, client, call, pay, balance: () => balanceOf(portal.world, client.accountId) };
}

const count = async ({ portal }: Awaited<ReturnType<typeof opened>>, table: string) =>
  Number((await portal.pool.query<{ count: number }>(`select count(*) from ${table}`)).rows[0]?.count);

describe('OSMP', () => {
  test('the number on the papers of a contract pays to its internet account, in any spelling', async () => {
    const { portal, call, pay, balance } = await opened();
    await portal.pool.query(`update contract set printed_no = 'ЮЛ-30003/17' where contract_id = 200001`);
    expect((await call({ command: 'check', txn_id: '9', account: 'юл 30003/17', sum: '0.00' })).xml).toContain(
      '<result>0<',
    );
    const { xml } = await pay({ account: 'ЮЛ-30003/17' });
    expect((await pay({ account: 'юл30003-17' })).xml).toBe(xml);
    expect(await balance()).toBe(100_00);
  });

  test('a number that is an account of one contract and the printed one of another pays to nobody, unless it is exact', async () => {
    const { portal, pay, balance } = await opened();
    await addClient(portal.world, { contractId: 200_002 });
    await portal.pool.query(`update contract set printed_no = 'А-12' where contract_id = 200002`);
    await portal.pool.query(`update account set account_no = 'А-12' where contract_id = 200001 and kind = 'i'`);
    expect((await pay({ account: 'а-12' })).xml).toContain('<result>5<');
    expect((await pay({ account: 'А-12', txn_id: '2' })).xml).toContain('<result>0<');
    expect(await balance()).toBe(100_00);
  });

  test('a payment reaches the balance and the history, and gets a full reply', async () => {
    const { portal, pay, balance } = await opened();
    const { status, xml } = await pay();
    expect(status).toBe(200);
    const { rows } = await portal.pool.query(
      `select transaction_id, source, fiscalized_by, found_by, agent_day, method, text, e.amount_kopecks
       from payment_agent_operation join ledger_entry e using (transaction_id, account_id)`,
    );
    expect(rows).toEqual([
      {
        transaction_id: expect.any(Number) as number,
        source: 'volga',
        fiscalized_by: 'agent',
        found_by: 'call',
        agent_day: '2026-11-20',
        method: 'cash',
        text: 'Платёж через Терминал «Волга»',
        amount_kopecks: 100_00,
      },
    ]);
    expect(xml).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<response><osmp_txn_id>1</osmp_txn_id>' +
        `<prv_txn>${(rows[0] as { transaction_id: number }).transaction_id}</prv_txn><sum>100.00</sum><result>0</result>` +
        '<comment>Платёж зачислен</comment></response>\n',
    );
    expect(await balance()).toBe(100_00);
  });

  test('accepts the smallest and the largest sum', async () => {
    const world = await opened();
    for (const [txn_id, sum] of Object.entries({ 1: '10.00', 2: '15000.00' }))
      expect(told((await world.pay({ txn_id, sum })).xml, 'result')).toBe('0');
    expect(await world.balance()).toBe(15_010_00);
  });

  test('the same payment gets the same bytes after a second, a day and a year', async () => {
    const world = await opened();
    const { xml } = await world.pay();
    for (const wait of [1000, 25 * HOUR, 400 * 24 * HOUR]) {
      world.portal.clock.advance(wait);
      expect((await world.pay({ sum: '100', account: ' 0200001I ' })).xml).toBe(xml);
    }
    expect(await world.balance()).toBe(100_00);
    expect(await count(world, 'ledger_transaction')).toBe(1);
  });

  test('a repeat gets the first reply even when the contract has been closed since', async () => {
    const { portal, pay } = await opened();
    const { xml } = await pay();
    await portal.pool.query(`update contract set state = 'closed'`);
    expect((await pay()).xml).toBe(xml);
    expect(told((await pay({ txn_id: '2' })).xml, 'result')).toBe('79');
  });

  test.each([
    ['sum', { sum: '100.01' }],
    ['account', { account: '200001t' }],
    ['unknown account', { account: '999' }],
  ])('refuses and records the same number with another %s', async (_, change) => {
    const world = await opened();
    const { xml } = await world.pay();
    expect(told((await world.pay(change)).xml, 'result')).toBe('300');
    expect(told((await world.pay(change)).xml, 'result')).toBe('300');
    const { rows } = await world.portal.pool.query('select source, txn_id, times from payment_agent_conflict');
    expect(rows).toEqual([{ source: 'volga', txn_id: '1', times: 2 }]);
    expect((await world.pay()).xml).toBe(xml);
    expect(await count(world, 'ledger_transaction')).toBe(1);
  });

  test('credits fifty equal simultaneous payments once, with equal replies', async () => {
    const world = await opened();
    const answers = await Promise.all(Array.from({ length: 50 }, () => world.pay()));
    expect(new Set(answers.map(({ xml }) => xml)).size).toBe(1);
    expect(told(answers[0]?.xml ?? '', 'result')).toBe('0');
    expect(await world.balance()).toBe(100_00);
    expect(await world.portal.world.db.read(verifyLedger)).toEqual([]);
  });

  test('of fifty simultaneous payments with one number and different sums, credits one and reports the rest as conflicts', async () => {
    const world = await opened();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => world.pay({ sum: `1${index + 10}.00` })),
    );
    const results = answers.map(({ xml }) => told(xml, 'result'));
    expect(results.filter((result) => result === '0')).toHaveLength(1);
    expect(results.filter((result) => result === '300')).toHaveLength(49);
    expect(await count(world, 'ledger_transaction')).toBe(1);
  });

  test('a check writes nothing and returns only a masked name', async () => {
    const world = await opened(TERMINAL, 500_00);
    const { xml } = await world.call({ command: 'check', txn_id: '0', account: '200001i', sum: '0.00' });
    expect(xml).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<response><osmp_txn_id>0</osmp_txn_id><result>0</result>' +
        '<comment>Платёж возможен</comment><fields><field1 name="name">Тестов Т.</field1></fields></response>\n',
    );
    expect((await world.call({ command: 'getInfo', account: '200001t' })).xml).toContain('Тестов Т.');
    expect(await count(world, 'payment_agent_operation')).toBe(0);
    expect(await count(world, 'ledger_transaction')).toBe(1);
  });

  const pay = { command: 'pay', txn_id: '1', account: '200001i', sum: '100.00' };
  const refusals: [string, string, Record<string, string>][] = [
    ['an unknown account', '5', { ...pay, account: '200009i' }],
    ['an account that cannot be one', '4', { ...pay, account: `200001'; drop` }],
    ['no account', '4', { command: 'check' }],
    ['zeros for an account', '4', { ...pay, account: '000' }],
    ['too small a sum', '241', { ...pay, sum: '9.99' }],
    ['no money at all', '241', { ...pay, sum: '0.00' }],
    ['too large a sum', '242', { ...pay, sum: '15000.01' }],
    ['too large a sum to check', '242', { command: 'check', account: '200001i', sum: '999999999' }],
    ['a comma in the sum', '300', { ...pay, sum: '100,00' }],
    ['three figures of kopecks', '300', { ...pay, sum: '100.000' }],
    ['a power of ten', '300', { ...pay, sum: '1e2' }],
    ['a debit', '300', { ...pay, sum: '-100.00' }],
    ['the zero of a check', '300', { ...pay, txn_id: '0' }],
    ['a number with letters', '300', { ...pay, txn_id: '12a' }],
    ['twenty-one figures', '300', { ...pay, txn_id: '1'.repeat(21) }],
    ['a day that is none', '300', { ...pay, txn_date: '20260230120000' }],
    ['a number with a leading zero', '300', { ...pay, txn_id: `0${pay.txn_id}` }],
    ['a day of the year 0', '300', { ...pay, txn_date: '00000101120000' }],
    ['a day of the year 9999', '300', { ...pay, txn_date: '99991231120000' }],
    ['an unknown command', '300', { ...pay, command: 'refund' }],
    ['a name of an object’s making', '300', { ...pay, command: 'constructor' }],
    ['nothing', '300', {}],
    ['a status before its payment', '300', { command: 'status', txn_id: '1' }],
    ['a cancellation before its payment', '300', { command: 'cancel', txn_id: '1', prv_txn: '1' }],
    ['a cancellation of nothing', '300', { command: 'cancel' }],
  ];

  test('every refusal has its code, is well-formed, and moves no money', async () => {
    const world = await opened();
    for (const [what, code, parameters] of refusals) {
      const { status, xml } = await world.call(parameters);
      expect([what, status, told(xml, 'result'), isWellFormed(xml)]).toEqual([what, 200, code, true]);
    }
    expect(await count(world, 'ledger_transaction')).toBe(0);
  });

  test('compares leading zeros, spaces and case only where accounts differ in nothing else', async () => {
    const { portal, client, call, pay } = await opened();
    await portal.pool.query(`update account set account_no = '789-И' where account_id = $1`, [client.accountId]);
    for (const account of ['789-И', '00789-и', ' 789 -и ']) {
      expect(told((await call({ command: 'check', account })).xml, 'result')).toBe('0');
    }
    await portal.pool.query(`update account set account_no = '0789-И' where account_no = '200001t'`);
    expect(told((await call({ command: 'check', account: '00789-И' })).xml, 'result')).toBe('5');
    expect(told((await pay({ account: '0789-И' })).xml, 'result')).toBe('0');
    expect(await balanceOf(portal.world, client.accountId)).toBe(0);
  });

  test('accepts a Cyrillic account as UTF-8 or Windows-1251, in a query or a form', async () => {
    const { portal, client } = await opened();
    await portal.pool.query(`update account set account_no = '789-И' where account_id = $1`, [client.accountId]);
    for (const account of ['789-%D0%98', '789-%C8']) {
      const reply = await portal.inject({ url: `/gateway/osmp?command=check&account=${account}` });
      expect(told(reply.body, 'result')).toBe('0');
    }
    const payload = Buffer.concat([Buffer.from('command=check&account=789-'), Buffer.from([0xc8])]);
    const form = await portal.inject({ method: 'POST', url: '/gateway/osmp', payload });
    expect(told(form.body, 'result')).toBe('0');
  });

  test('a form works like a query, and a parameter may occur once', async () => {
    const { portal, pay } = await opened();
    const { xml } = await pay({}, { post: true });
    expect(told(xml, 'result')).toBe('0');
    expect((await pay()).xml).toBe(xml);
    const twice = await portal.inject({ url: '/gateway/osmp?command=check&account=200001i&account=200001t' });
    expect(told(twice.body, 'result')).toBe('300');
  });

  test('does not parse an XML body', async () => {
    const { portal } = await opened();
    const payload = '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r><command>check</command>&x;</r>';
    const headers = { 'content-type': 'text/xml' };
    const reply = await portal.inject({ method: 'POST', url: '/gateway/osmp', headers, payload });
    expect([reply.statusCode, told(reply.body, 'result')]).toEqual([200, '300']);
    const large = await portal.inject({ method: 'POST', url: '/gateway/osmp', payload: 'a'.repeat(100_000) });
    expect([large.statusCode, told(large.body, 'result')]).toEqual([200, '300']);
  });

  test('the status of a payment equals its first reply', async () => {
    const { call, pay } = await opened();
    const { xml } = await pay();
    expect((await call({ command: 'status', txn_id: '1' })).xml).toBe(xml);
  });

  test('a payment restores what was switched off for debt', async () => {
    const portal = await testPortal({ template: 'empty', agents: TERMINAL });
    const { userId } = await addClient(portal.world, { balance: -50_00, creditLimit: 50_00, blocked: true, fee: 0 });
    await callGate(portal, { ...pay, sum: '50.00' });
    const { rows } = await portal.pool.query('select state from service_user where user_id = $1', [userId]);
    expect(rows).toEqual([{ state: 'active' }]);
  });
});

describe('a cancellation', () => {
  test('takes the money back once and gives both requests the same reply', async () => {
    const world = await opened();
    const number = told((await world.pay()).xml, 'prv_txn') ?? '';
    const cancelled = await world.call({ command: 'cancel', prv_txn: number });
    expect(told(cancelled.xml, 'result')).toBe('0');
    expect(await world.balance()).toBe(0);
    world.portal.clock.advance(25 * HOUR);
    expect((await world.call({ command: 'cancel', txn_id: '1' })).xml).toBe(cancelled.xml);
    const { rows } = await world.portal.pool.query(
      `select kind, corrects_transaction_id from ledger_transaction order by transaction_id desc`,
    );
    expect(rows).toEqual([
      { kind: 'correction', corrects_transaction_id: Number(number) },
      { kind: 'payment', corrects_transaction_id: null },
    ]);
    expect(await world.portal.world.db.read(verifyLedger)).toEqual([]);
  });

  test('is not undone by a late repeat of the payment', async () => {
    const { call, pay, balance } = await opened();
    await pay();
    await call({ command: 'cancel', txn_id: '1' });
    expect(told((await pay()).xml, 'result')).toBe('300');
    expect(told((await call({ command: 'status', txn_id: '1' })).xml, 'comment')).toBe('Платёж отменён');
    expect(await balance()).toBe(0);
  });

  test('happens once when many requests arrive together', async () => {
    const world = await opened();
    await world.pay();
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.call({ command: 'cancel', txn_id: '1' })));
    expect(new Set(answers.map(({ xml }) => xml)).size).toBe(1);
    expect(await count(world, 'ledger_transaction')).toBe(2);
  });

  test('is refused on another day in the provider’s zone', async () => {
    const { portal, call, pay, balance } = await opened();
    await pay();
    // 23:59 and 00:00 in Samara.
    portal.clock.set(new Date('2026-11-20T20:00:00Z'));
    const { xml } = await call({ command: 'cancel', txn_id: '1' });
    expect([told(xml, 'result'), told(xml, 'comment')]).toEqual(['300', 'Отменить можно только в день платежа']);
    expect(await balance()).toBe(100_00);
  });

  test('is refused when the money is spent', async () => {
    const { portal, client, call, pay, balance } = await opened();
    await pay();
    await portal.pool.query(
      `with t as (insert into ledger_transaction (kind, reference, day, happened_at)
         values ('charge', 'test:1', '2026-11-20', now()) returning transaction_id),
       r as (insert into account (kind, account_no) values ('revenue', 'revenue') returning account_id)
       insert into ledger_entry (transaction_id, account_id, amount_kopecks, day, happened_at, text)
       select transaction_id, $1::bigint, -1, '2026-11-20'::date, now(), 'Связь' from t
       union all select transaction_id, account_id, 1, '2026-11-20', now(), 'Связь' from t, r`,
      [client.accountId],
    );
    expect(told((await call({ command: 'cancel', txn_id: '1' })).xml, 'comment')).toContain('израсходованы');
    expect(await balance()).toBe(99_99);
  });

  test('reaches only payments of the same payment agent', async () => {
    const { portal, pay, balance } = await opened(SBERBANK_AGENTS);
    const how = { authorization: AUTHORIZATION };
    const number = told((await pay({}, how)).xml, 'ext_id') ?? '';
    const hash = createHash('md5').update(':::sixteen-signs-at-least').digest('hex');
    const stranger = await callGate(portal, { command: 'cancel', prv_txn: number, hash });
    expect(told(stranger.xml, 'result')).toBe('300');
    expect(await balance()).toBe(100_00);
  });
});

describe('Sberbank', () => {
  const how = { authorization: AUTHORIZATION };

  test('its second protocol takes OSMP requests and replies in its own fields', async () => {
    const { call, pay } = await opened(SBERBANK_AGENTS, 12_50);
    const check = await call({ command: 'check', txn_id: '7', account: '200001i', sum: '0.00' }, how);
    expect(check.xml).toContain(
      '<result>0</result><comment>Платёж возможен</comment><fio>Тестов Т.</fio><balance>12.50</balance>',
    );
    const { xml } = await pay({}, how);
    expect(xml).toMatch(
      /<response><result>0<\/result><comment>Платёж зачислен<\/comment><ext_id>\d+<\/ext_id><reg_date>20261120140500<\/reg_date><sum>100.00<\/sum><\/response>/,
    );
  });

  const payment = {
    ACTION: 'payment',
    ACCOUNT: '200001i',
    AMOUNT: '250.50',
    PAY_ID: '77',
    PAY_DATE: '20.11.2026_14:04:59',
  };
  const first = { ...how, gate: 'sberbank' } as const;

  test('its first protocol checks and pays, and a repeat gets the same bytes', async () => {
    const { portal, call, balance } = await opened(SBERBANK_AGENTS, 12_50);
    const check = await call({ ACTION: 'check', ACCOUNT: '200001i' }, first);
    expect(check.xml).toContain(
      '<CODE>0</CODE><MESSAGE>Платёж возможен</MESSAGE><FIO>Тестов Т.</FIO><BALANCE>12.50</BALANCE>',
    );
    const { xml } = await call(payment, first);
    expect(xml).toMatch(
      /<CODE>0<\/CODE><MESSAGE>Платёж зачислен<\/MESSAGE><EXT_ID>\d+<\/EXT_ID><REG_DATE>20\.11\.2026_14:05:00<\/REG_DATE><AMOUNT>250\.50<\/AMOUNT>/,
    );
    portal.clock.advance(400 * 24 * HOUR);
    expect((await call(payment, first)).xml).toBe(xml);
    expect(await balance()).toBe(263_00);
    const { rows } = await portal.pool.query(
      `select method from ledger_entry where text = 'Платёж через Сбербанк' and method is not null`,
    );
    expect(rows).toEqual([{ method: 'bank' }]);
  });

  const refusals: [string, string, Record<string, string>][] = [
    ['an unknown action', '2', { ...payment, ACTION: 'cancel' }],
    ['an unknown account', '3', { ...payment, ACCOUNT: '1' }],
    ['an account that cannot be one', '4', { ...payment, ACCOUNT: '<b>' }],
    ['a wrong number', '6', { ...payment, PAY_ID: '-1' }],
    ['a wrong sum', '9', { ...payment, AMOUNT: '250,50' }],
    ['too small a sum', '10', { ...payment, AMOUNT: '1.00' }],
    ['too large a sum', '11', { ...payment, AMOUNT: '15000.01' }],
    ['a wrong date', '12', { ...payment, PAY_DATE: '31.02.2026_10:00:00' }],
    ['a date of the year 0', '12', { ...payment, PAY_DATE: '01.01.0000_10:00:00' }],
    ['a wrong time', '12', { ...payment, PAY_DATE: '20.11.2026_25:00:00' }],
  ];

  test('its first protocol: every refusal has its code', async () => {
    const { call } = await opened(SBERBANK_AGENTS);
    for (const [what, code, parameters] of refusals) {
      const { xml } = await call(parameters, first);
      expect([what, told(xml, 'CODE'), isWellFormed(xml)]).toEqual([what, code, true]);
    }
  });

  test('its first protocol: a closed contract is 5, another sum for the same number 300', async () => {
    const { portal, call } = await opened(SBERBANK_AGENTS);
    await call(payment, first);
    expect(told((await call({ ...payment, AMOUNT: '1000.00' }, first)).xml, 'CODE')).toBe('300');
    await portal.pool.query(`update contract set state = 'closed'`);
    expect(told((await call({ ...payment, PAY_ID: '78' }, first)).xml, 'CODE')).toBe('5');
  });

  test('the same number from two payment agents means two payments', async () => {
    const { call, pay, balance } = await opened(SBERBANK_AGENTS);
    await call({ ...payment, PAY_ID: '1', AMOUNT: '100.00' }, first);
    await pay({}, how);
    expect(await balance()).toBe(200_00);
  });
});

test('issues a receipt only if the settings say so, for the payment and for its return', async () => {
  const world = await opened(SBERBANK_AGENTS);
  const how = { authorization: AUTHORIZATION };
  await world.pay({ txn_id: '1' }, how);
  await world.call({ command: 'cancel', txn_id: '1' }, how);
  const first = { ACTION: 'payment', ACCOUNT: '200001i', AMOUNT: '20.00', PAY_ID: '2' };
  expect(told((await world.call(first, { ...how, gate: 'sberbank' })).xml, 'CODE')).toBe('0');
  const { rows } = await world.portal.pool.query('select kind from fiscal_receipt order by transaction_id');
  expect(rows).toEqual([{ kind: 'sell' }, { kind: 'sell_refund' }]);
});

describe('access', () => {
  test('allows listed addresses; others are refused without an explanation', async () => {
    const world = await opened();
    for (const from of ['79.142.16.0', '79.142.31.255', '::ffff:79.142.20.1', '2001:db8:5:1::7']) {
      expect([from, (await world.call({ command: 'check', account: '200001i' }, { from })).status]).toEqual([
        from,
        200,
      ]);
    }
    for (const from of ['79.142.32.0', '2001:db8:6::1', '::1']) {
      expect(await world.pay({}, { from })).toEqual({ status: 403, xml: '' });
      expect(await world.pay({}, { from, post: true })).toEqual({ status: 403, xml: '' });
    }
    expect(await count(world, 'ledger_transaction')).toBe(0);
  });

  test('refuses a bank without its secret', async () => {
    const { call } = await opened(SBERBANK_AGENTS);
    const wrong = ['', 'Basic', 'Basic c2JlcjpndWVzcw==', 'Bearer x', AUTHORIZATION.replace('Basic ', '')];
    for (const authorization of wrong) {
      const how: AgentCall = { gate: 'sberbank', authorization };
      expect(await call({ ACTION: 'check', ACCOUNT: '200001i' }, how)).toEqual({ status: 403, xml: '' });
    }
    expect((await call({ ACTION: 'check', ACCOUNT: '200001i' }, { gate: 'sberbank' })).status).toBe(403);
  });

  test('a hash covers the sum, and a wrong hash is refused', async () => {
    const { pay } = await opened(SBERBANK_AGENTS);
    const hash = createHash('md5').update('1:200001i:100.00:sixteen-signs-at-least').digest('hex');
    expect((await pay({ hash, sum: '1000.00' })).status).toBe(403);
    expect(told((await pay({ hash })).xml, 'result')).toBe('0');
  });

  test('refuses everybody when there are no payment agents', async () => {
    const { pay } = await opened([]);
    expect((await pay()).status).toBe(403);
  });
});

describe('internal errors', () => {
  test('are temporary, never another code', async () => {
    const { portal, pay } = await opened();
    await portal.pool.query('alter table payment_agent_operation rename to away');
    expect(told((await pay()).xml, 'result')).toBe('1');
    await portal.pool.query('alter table away rename to payment_agent_operation');
    expect(told((await pay()).xml, 'result')).toBe('0');
  });

  test('an error after the money has moved rolls everything back', async () => {
    const world = await opened();
    await world.portal.pool.query('alter table payment_agent_operation add column extra text not null');
    expect(told((await world.pay()).xml, 'result')).toBe('1');
    expect(await world.balance()).toBe(0);
    await world.portal.pool.query('alter table payment_agent_operation drop column extra');
    expect(told((await world.pay()).xml, 'result')).toBe('0');
    expect(await world.balance()).toBe(100_00);
  });
});

test('the reply to any input is well-formed XML and never a failure', async () => {
  const { portal } = await opened(OPEN);
  const word = fc.oneof(
    fc.constantFrom('command', 'txn_id', 'account', 'sum', 'txn_date', 'prv_txn', 'ACTION', '__proto__', ''),
    fc.constantFrom(
      'check',
      'pay',
      'status',
      'cancel',
      '0',
      '1',
      '100.00',
      '200001i',
      '%00',
      '%ff%fe',
      '<![CDATA[',
      ']]>',
    ),
    fc.string({ unit: 'binary' }),
  );
  const pairs = fc.array(fc.tuple(word, word), { maxLength: 8 });
  const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
  await fc.assert(
    fc.asyncProperty(pairs, fc.boolean(), fc.constantFrom('osmp', 'sberbank'), async (sent, isRaw, gate) => {
      const form = sent
        .map(([name, value]) => (isRaw ? `${name}=${value}` : `${encoded(name)}=${encoded(value)}`))
        .join('&');
      const reply = await portal.inject({ method: 'POST', url: `/gateway/${gate}`, payload: form });
      expect([reply.statusCode, isWellFormed(reply.body)]).toEqual([200, true]);
    }),
    { numRuns: 400 },
  );
});

test('counts every payment once when terminals repeat, crowd and disconnect', async () => {
  const world = await opened();
  const app = await world.portal.app();
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  let seed = 20_261_120;
  const chance = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  const box = terminal(`${address}/gateway/osmp`, chance);
  const payments = Array.from({ length: 30 }, (_, index) => ({
    txnId: String(index + 1),
    account: '200001i',
    sum: `${index + 10}.50`,
  }));
  const heard = await Promise.all(payments.map((payment) => box.pay(payment)));
  for (const answers of heard) {
    expect(new Set(answers).size).toBe(1);
    expect(told(answers[0] ?? '', 'result')).toBe('0');
  }
  expect(await world.balance()).toBe(30 * 50 + 100 * (30 * 10 + (29 * 30) / 2));
  expect(await count(world, 'payment_agent_operation')).toBe(30);
});
