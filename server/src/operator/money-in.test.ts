import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { breakRows } from '../../test/database/broken.ts';
import { addClient, balanceOf } from '../../test/portal/client.ts';
import { testPortal } from '../../test/portal/portal.ts';
import { callGate, OPEN, TERMINAL, told } from '../../test/portal/payment-agents.ts';
import { runCommand } from './operator.ts';

async function office(agents = TERMINAL) {
  const portal = await testPortal({ template: 'empty', agents });
  const client = await addClient(portal.world, { telephone: true });
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-registers-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const run = async (...line: string[]) => {
    const said: string[] = [];
    const say = (text: string) => void said.push(text.replaceAll('\u00a0', ' '));
    const tools = { ...portal.world, agents };
    return { code: await runCommand(() => Promise.resolve(tools), line, say), said };
  };
  const file = async (content: string | Buffer) => {
    const path = join(folder, 'file.csv');
    await writeFile(path, content);
    return path;
  };
  const pay = (txn_id: string, sum: string, account = '200001i') =>
    callGate(portal, { command: 'pay', txn_id, txn_date: '20261120100000', account, sum });
  const balance = () => balanceOf(portal.world, client.accountId);
  return { portal, run, file, pay, balance };
}

test('a register credits what we did not know of, once, and tells what the two books differ in', async () => {
  const { portal, run, file, pay, balance } = await office();
  await pay('1', '100.00');
  await pay('2', '200.00');
  await pay('3', '300.00');
  await pay('5', '50.00');
  await callGate(portal, { command: 'cancel', txn_id: '5' });
  const register = await file(
    'PAY_ID;ACCOUNT;AMOUNT\r\n1;200001i;100.00\r\n2;200001i;250.00\r\n4;200001i;400.00\r\n5;200001i;50.00\r\n6;999;10.00\r\nx;200001i;1.00\r\n',
  );
  const first = await run('agents', 'reconcile', 'volga', '2026-11-20', register);
  expect(first).toEqual({
    code: 1,
    said: [
      'Строка 7: неверный номер платежа',
      '2  счёт 200001i  250 ₽: в реестре есть, не зачислен: платёж с этим номером уже есть, с другой суммой или другим счётом',
      '4  счёт 200001i  400 ₽: у нас не было, зачислен',
      '5  счёт 200001i  50 ₽: в реестре есть, не зачислен: платёж отменён',
      '6  счёт 999  10 ₽: в реестре есть, не зачислен: лицевой счёт не найден',
      '3  счёт 200001i  300 ₽: у нас зачислен, в реестре его нет',
      'В реестре 6, зачислено сейчас 1, ждёт человека 5',
    ],
  });
  expect(await balance()).toBe(1000_00);
  const second = await run('agents', 'reconcile', 'volga', '2026-11-20', register);
  expect(second.said.at(-1)).toBe('В реестре 6, зачислено сейчас 0, ждёт человека 5');
  expect(await balance()).toBe(1000_00);
  const { rows } = await portal.pool.query(
    `select txn_id, agent_day, text from payment_agent_operation join ledger_entry using (transaction_id, account_id)
     where found_by = 'register'`,
  );
  expect(rows).toEqual([{ txn_id: '4', agent_day: '2026-11-20', text: 'Платёж через Терминал «Волга», по реестру' }]);
  expect((await run('agents', 'conflicts')).said).toEqual([
    expect.stringContaining(
      'volga:2  зачислен на счёт 200001i, 200 ₽; пришёл на счёт 200001i, 250 ₽, раз: 2',
    ) as string,
    'Всего 1',
  ]);
  expect(await portal.world.db.read(verifyLedger)).toEqual([]);
  const dismissed = await run('agents', 'dismiss', '1');
  expect(dismissed).toEqual({ code: 0, said: ['Отмечено'] });
  expect((await run('agents', 'dismiss', '1')).code).toBe(1);
  expect((await run('agents', 'conflicts')).said).toEqual(['Таких нет']);
  await pay('2', '250.00');
  expect((await run('agents', 'conflicts')).said.at(-1)).toBe('Всего 1');
  expect((await run('inbox', 'list', '--kind=conflict')).said).toEqual([
    expect.stringMatching(/Повтор платежа .*: volga: 1, 250 ₽, .*agents conflicts → agents dismiss/) as string,
  ]);
});

test('the late call of a payment that the register brought is answered as a repeat', async () => {
  const { run, file, pay, balance } = await office();
  // Beyond the payment agent's largest sum: the payer has paid it all the same.
  await run('agents', 'reconcile', 'volga', '20.11.2026', await file('txn_id;account;sum\n7;200001i;20000.00'));
  const { xml } = await pay('7', '20000.00');
  expect(told(xml, 'result')).toBe('0');
  expect((await pay('7', '20000.00')).xml).toBe(xml);
  expect(await balance()).toBe(20_000_00);
});

test('a day when both books are alike ends well; what cannot be meant is said', async () => {
  const { run, file, pay } = await office();
  await pay('1', '100.00');
  const register = await file('txn_id;account;sum\n1;0200001i;100\n');
  expect(await run('agents', 'reconcile', 'volga', '2026-11-20', register)).toEqual({
    code: 0,
    said: ['В реестре 1, зачислено сейчас 0, ждёт человека 0'],
  });
  expect((await run('agents', 'reconcile', 'other', '2026-11-20', register)).said).toEqual([
    'Такого источника нет. Есть: volga',
  ]);
  expect((await run('agents', 'reconcile', 'volga', '2026-02-30', register)).code).toBe(2);
  expect((await run('agents', 'reconcile', 'volga', '2026-11-20', `${register}.none`)).code).toBe(2);
  const headless = await file('1;0200001i;100\n');
  expect((await run('agents', 'reconcile', 'volga', '2026-11-20', headless)).said).toEqual([
    'В первой строке файла нет столбца «txn_id» или «pay_id»',
  ]);
});

test('a register is compared with what its agent has told of its day, without what was cancelled', async () => {
  const { portal, run, file, pay } = await office(OPEN);
  const register = async (agent: string, day: string, id: string) =>
    run('agents', 'reconcile', agent, day, await file(`txn_id;account;sum\n${id};200001i;100`));
  await pay('1', '100.00');
  await pay('8', '50.00');
  await callGate(portal, { command: 'cancel', txn_id: '8' });
  expect((await register('volga', '2026-11-19', '7')).said.at(-1)).toContain('зачислено сейчас 1');
  expect((await register('sber', '2026-11-20', '9')).said.at(-1)).toContain('зачислено сейчас 1');
  expect(await register('volga', '2026-11-20', '1')).toEqual({
    code: 0,
    said: ['В реестре 1, зачислено сейчас 0, ждёт человека 0'],
  });
  const { rows } = await portal.pool.query(
    `select txn_id, source, agent_day from payment_agent_operation where found_by = 'register' order by txn_id`,
  );
  expect(rows).toEqual([
    { txn_id: '7', source: 'volga', agent_day: '2026-11-19' },
    { txn_id: '9', source: 'sber', agent_day: '2026-11-20' },
  ]);
});

const STATEMENT = [
  'Дата;Сумма;Документ;Плательщик;Назначение',
  '19.11.2026;1250,50;17;7701;"Оплата за интернет, л/с 200001i; НДС нет"',
  '2026-11-19;1250,50;17;7702;Оплата лицевой счёт № 200001i',
  '20.11.2026;300;18;7701;Оплата по договору 200001',
  '20.11.2026;300;18;7701;л/с 200001i',
  '20.11.2026;70;19;7703;л/с 200001i и л/с 200001t',
  '31.02.2026;70;20;7703;л/с 200001i',
].join('\n');

test('transfers are credited once by payer, document, day and sum; the rest wait for a person', async () => {
  const { portal, run, file, balance } = await office();
  const path = await file(STATEMENT);
  const first = await run('transfers', 'import', path);
  expect(first).toEqual({
    code: 1,
    said: [
      'Строка 5: те же плательщик, документ, дата и сумма, что в строке 4',
      'Строка 7: дата, сумма, плательщик или номер документа не читаются',
      'Зачислено 2, приняты раньше 0, счёт не понят 2, строка не принята 2',
    ],
  });
  expect(await balance()).toBe(2501_00);
  expect((await run('transfers', 'import', path)).said.at(-1)).toBe(
    'Зачислено 0, приняты раньше 4, счёт не понят 0, строка не принята 2',
  );
  expect(await balance()).toBe(2501_00);
  const { said } = await run('transfers', 'unknown');
  expect(said).toEqual([
    expect.stringMatching(/^\d+ {2}2026-11-20 {2}300 ₽ {2}документ 18 {2}7701 {2}Оплата по договору 200001$/) as string,
    expect.stringContaining('л/с 200001i и л/с 200001t') as string,
    'Всего 2',
  ]);
  const { rows } = await portal.pool.query(
    `select distinct method, text from ledger_entry where method is not null order by text`,
  );
  expect(rows).toEqual([{ method: 'transfer', text: 'Банковский перевод, документ № 17' }]);
});

test('a transfer that the database refuses is told by its line, and costs none of the others', async () => {
  const { portal, run, file, balance } = await office();
  await breakRows(portal.pool, 'bank_transfer', `new.payer = '7701'`);
  const { said } = await run('transfers', 'import', await file(STATEMENT.split('\n').slice(0, 3).join('\n')));
  expect(said).toEqual([
    'Строка 2: не принята, ошибка: broken row',
    'Зачислено 1, приняты раньше 0, счёт не понят 0, строка не принята 1',
  ]);
  expect(await balance()).toBe(1250_50);
});

test('a payment of a register that the database refuses costs none of the others', async () => {
  const { portal, run, file, balance } = await office();
  await breakRows(portal.pool, 'ledger_transaction', `new.reference like '%:7'`);
  const register = await file('txn_id;account;sum\n7;200001i;100.00\n8;200001i;200.00');
  const { said } = await run('agents', 'reconcile', 'volga', '20.11.2026', register);
  expect(said[0]).toMatch(/^7 {2}счёт 200001i {2}100 ₽: в реестре есть, не зачислен/);
  expect(await balance()).toBe(200_00);
});

test('a person assigns a transfer once', async () => {
  const { portal, run, file, balance } = await office();
  await run('transfers', 'import', await file(STATEMENT));
  const { rows } = await portal.pool.query<{ id: number }>(
    `select transfer_id as id from bank_transfer where document_no = '18'`,
  );
  const id = String(rows[0]?.id);
  expect((await run('transfers', 'assign', id, '999')).said).toEqual(['Такого счёта нет']);
  const both = await Promise.all([
    run('transfers', 'assign', id, '200001i'),
    run('transfers', 'assign', id, '200001i'),
  ]);
  expect(both.map(({ said }) => said[0]).sort()).toEqual([
    expect.stringMatching(/^Зачислено на счёт 200001i, на нём 2.801.₽$/),
    'Этот перевод уже зачислен',
  ]);
  expect(await balance()).toBe(2801_00);
  expect((await run('transfers', 'assign', '99999', '200001i')).said).toEqual(['Такого перевода нет']);
  expect(await portal.world.db.read(verifyLedger)).toEqual([]);
});

test('a transfer to a closed contract waits for a person, who may credit it', async () => {
  const { portal, run, file, balance } = await office();
  await portal.pool.query(`update contract set state = 'closed'`);
  const path = await file('date;sum;document;payer;purpose\n19.11.2026;10.00;1;7;Оплата, л/с 200001i.\n');
  expect((await run('transfers', 'import', path)).said).toEqual([
    'Зачислено 0, приняты раньше 0, счёт не понят 1, строка не принята 0',
  ]);
  expect(await balance()).toBe(0);
  const id = (await run('transfers', 'unknown')).said[0]?.split(' ')[0] ?? '';
  expect((await run('transfers', 'assign', id, '200001i')).said).toEqual([
    expect.stringMatching(/^Зачислено на счёт 200001i, на нём 10.₽$/),
  ]);
  expect(await balance()).toBe(10_00);
});

test('a printed number that a purpose calls an account is credited; one that it calls a contract waits for a person', async () => {
  const { portal, run, file, balance } = await office();
  await portal.pool.query(`update contract set printed_no = 'ЮЛ-30003/17' where contract_id = 200001`);
  const lines = ['19.11.2026;10.00;1;7;л/с юл-30003/17', '19.11.2026;20.00;2;7;по договору ЮЛ-30003/17'];
  await run('transfers', 'import', await file(`date;sum;document;payer;purpose\n${lines.join('\n')}\n`));
  expect(await balance()).toBe(10_00);
  expect((await run('transfers', 'unknown')).said.join()).toContain('по договору ЮЛ-30003/17');
});

test.each(['л/с 200001i.', 'лс №200001i', 'Лицевой счёт: 0200001I, НДС нет', 'л.с. 200001i/'])(
  'the account is read from «%s»',
  async (purpose) => {
    const { run, file, balance } = await office();
    await run('transfers', 'import', await file(`date;sum;document;payer;purpose\n19.11.2026;10.00;1;7;${purpose}\n`));
    expect(await balance()).toBe(10_00);
  },
);

test('a file that a bank saved in Windows-1251 is read', async () => {
  const { run, file, balance } = await office();
  const text = 'date;sum;document;payer;purpose\n19.11.2026;10.00;1;7;л/с 200001i\n';
  const bytes = Array.from(text, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    return code < 128 ? code : code - 0x410 + 0xc0;
  });
  expect((await run('transfers', 'import', await file(Buffer.from(bytes)))).code).toBe(0);
  expect(await balance()).toBe(10_00);
});

test('a purpose of two lines and quotes within are read, and lines are counted as an editor counts them', async () => {
  const { run, file, balance } = await office();
  const content = [
    'date;sum;document;payer;purpose',
    '20.11.2026;100,00;7;"ООО ""Заря""";"Оплата связи',
    'лицевой счёт 200001i"',
    '',
    '20.11.2026;сто;8;ИП "Луч";лицевой счёт 200001i',
  ].join('\r\n');
  const { said } = await run('transfers', 'import', await file(content));
  expect(said).toContain('Строка 5: дата, сумма, плательщик или номер документа не читаются');
  expect(await balance()).toBe(100_00);
});

test('a quote that was forgotten is told by its line, and nothing of the file is credited', async () => {
  const { run, file, balance } = await office();
  const content = [
    'date;sum;document;payer;purpose',
    '20.11.2026;100,00;7;a;200001i',
    '20.11.2026;100,00;8;"b;200001i',
    '20.11.2026;5,00;9;c;200001i',
  ].join('\n');
  const { code, said } = await run('transfers', 'import', await file(content));
  expect({ code, said }).toEqual({ code: 2, said: ['Строка 3: кавычка не закрыта или стоит не на месте'] });
  expect(await balance()).toBe(0);
});

test('cash of the office is posted once by its document', async () => {
  const { run, balance } = await office();
  const post = (sum: string, document = 'ПКО-1', account = '200001i') =>
    run('payment', 'post', account, sum, document, 'Оплата в офисе');
  expect(await post('1 500,50')).toEqual({
    code: 0,
    said: ['Зачислено, проводка 1, чек пробьёт касса кабинета'],
  });
  expect(await post('1500.50')).toEqual({ code: 0, said: ['Этот документ уже зачислен, проводка 1'] });
  expect((await post('1500.51')).code).toBe(1);
  expect((await post('1500.50', 'ПКО-1', '200001t')).code).toBe(1);
  expect((await post('0')).code).toBe(2);
  expect((await post('10', ' ')).code).toBe(2);
  expect(await balance()).toBe(1500_50);
});
