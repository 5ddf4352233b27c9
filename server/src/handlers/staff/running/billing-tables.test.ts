import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { staffToken } from '../../../../test/portal/staff.ts';
import { BesideBilling } from '../../../../test/portal/beside/beside-billing.ts';

let beside: BesideBilling;

beforeEach(async () => {
  beside = await BesideBilling.open();
});

const rows: BesideBilling['rows'] = (query) => beside.rows(query);
const conflicts = async () => (await beside.run('billing', 'conflicts')).said;

interface Row {
  readonly table: string;
  readonly key: string;
  readonly outcome: string;
  readonly reasons: string[];
  readonly because: { readonly table: string; readonly row: number } | null;
}

const HEADS = {
  contracts: 'договор;клиент;город;улица;дом;заключён;расторгнут;телефон;почта;пароль;вид пароля',
  accounts: 'счёт;договор;вид;остаток;кредит',
  services: 'логин;договор;вид;название;тариф;состояние;с;оплачено по',
  numbers: 'номер;договор;тариф;состояние;с;оплачено по',
} as const;

type Given = Readonly<Partial<Record<keyof typeof HEADS, readonly string[]>>>;

async function folderOf(tables: Given): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-told-'));
  for (const [table, lines] of Object.entries(tables))
    await writeFile(join(folder, `${table}.csv`), [HEADS[table as keyof typeof HEADS], ...lines].join('\n'));
  return folder;
}

async function send(tables: Given): Promise<Row[]> {
  const { said } = await beside.run('billing', 'tables', await folderOf(tables), '--json');
  return (JSON.parse(said) as { rows: Row[] }).rows;
}

const signIn = async (login: string) =>
  (
    await beside.portal.inject({
      method: 'POST',
      url: '/api/v2/auth/token',
      payload: { login, password: 'secret7004' },
    })
  ).statusCode;

const short = (answer: readonly Row[]): string[] =>
  answer.map(({ key, outcome, reasons }) => [key, outcome, ...reasons].join(' '));

const NEW = {
  contracts: ['7004;Петров Пётр;Вольск;Ленина;4;19.11.2026;;79030000004;;secret7004;открытый'],
  accounts: ['A-4;7004;интернет;250;'],
  services: ['u4;7004;ethernet;Интернет;Сто;;19.11.2026;30.11.2026'],
};

test('a new subscriber comes at once, signs in, is charged nothing and told nothing; the network hears it', async () => {
  const before = await beside.provisions();
  expect(short(await send(NEW))).toEqual(['7004 taken', 'A-4 taken', 'u4 taken']);
  expect(await signIn('79030000004')).toBe(200);
  expect((await beside.portal.send(contract.internetAccount.get, {}, 7004)).body.balance).toBe('250.00');
  expect(await beside.serviceOf('u4')).toMatchObject({ state: 'active', plan: 'Сто' });
  await beside.portal.work();
  expect(await beside.provisions()).toBe(before + 1);
  expect(await rows(`select from message`)).toEqual([]);
  expect(await rows(`select from ledger_transaction where kind <> 'opening'`)).toEqual([]);
  expect(await beside.requests()).toEqual([]);
  expect((await beside.run('ledger', 'verify')).code).toBe(0);
  expect(short(await send(NEW))).toEqual(['7004 same', 'A-4 same', 'u4 same']);
  expect(await beside.provisions()).toBe(before + 1);
});

test('a program sends it by its key, with the names of the API, and reads why a row is refused', async () => {
  await staffToken(beside.portal, 'admin');
  const made = await beside.run('keys', 'add', 'Биллинг', 'billing tables', '127.0.0.1/32', '2027-10-01', '--json');
  const { key } = JSON.parse(made.said) as { key: string };
  const tables = {
    contracts: [
      { contract: '7004', client: 'Петров', town: 'Вольск', house: '4', opened_on: '19.11.2026', phone: '79030000004' },
      { contract: '7005', client: 'Иванов', town: 'Вольск', opened_on: '19.11.2026' },
    ],
    accounts: [{ account: 'A-5', contract: '7005', kind: 'интернет', balance: '0' }],
  };
  const post = (body: object) =>
    beside.portal.inject({
      method: 'POST',
      url: '/api/staff/v1/billing/tables',
      headers: { authorization: `Bearer ${key}` },
      payload: body,
    });
  const reply = await post({ tables });
  expect(reply.statusCode, reply.body).toBe(200);
  expect(reply.json()).toEqual({
    taken: 1,
    rows: [
      { table: 'contracts', row: 1, key: '7004', outcome: 'taken', reasons: [], because: null },
      { table: 'contracts', row: 2, key: '7005', outcome: 'refused', reasons: ['дом: не заполнено'], because: null },
      {
        table: 'accounts',
        row: 1,
        key: 'A-5',
        outcome: 'refused',
        reasons: [],
        because: { table: 'contracts', row: 2 },
      },
    ],
  });
  const many = Array.from({ length: 501 }, (_, at) => ({ contract: String(at) }));
  const refused = await post({ tables: { contracts: many, services: many.map(({ contract: login }) => ({ login })) } });
  expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('больше 1000 строк')]);
  const [action] = await beside.rows(`select input::text from operator_action where call = 'billing tables' limit 1`);
  expect(JSON.stringify(action)).not.toContain('Петров');
});

test('a changed row changes what it names; balance, plan and state of what is known are told otherwise', async () => {
  await send(NEW);
  await beside.told('balances', 'счёт;версия;остаток', 'A-4;1;-40');
  await beside.told('services', 'логин;версия;состояние;тариф', 'u4;1;debt;Двести');
  const changed = {
    contracts: ['7004;Петров Пётр;Вольск;Ленина;5;19.11.2026;;79030000005;;другой пароль;открытый'],
    accounts: ['A-4;7004;интернет;999;100'],
    services: ['u4;7004;ethernet;Дача;Сто;;19.11.2026;30.11.2026'],
  };
  expect(short(await send(changed))).toEqual(['7004 taken', 'A-4 taken', 'u4 taken']);
  expect(
    await rows(
      `select house, c.value as phone from contract join contact c using (contract_id) where contract_id = 7004`,
    ),
  ).toEqual([{ house: '5', phone: '79030000005' }]);
  expect(await beside.serviceOf('u4')).toMatchObject({ state: 'blocked', reason: 'debt', plan: 'Двести' });
  expect(
    await rows(
      `select balance_kopecks::int as balance, credit_limit_kopecks::int as credit from account where account_no = 'A-4'`,
    ),
  ).toEqual([{ balance: -4000, credit: 10_000 }]);
  expect(short(await send(changed))).toEqual(['7004 same', 'A-4 same', 'u4 same']);
  expect(await signIn('7004')).toBe(200);
});

test('a wrong row stops no other; one cause is told once, and is listed until it comes right', async () => {
  const wrong = { ...NEW, contracts: [NEW.contracts[0]!.replace('79030000004', '12').replace(';4;19', ';;19')] };
  const answer = await send({
    ...wrong,
    services: [...NEW.services, 'u1;7001;ethernet;Мой интернет;Сто;;01.02.2020;'],
  });
  expect(short(answer)).toEqual([
    '7004 refused дом: не заполнено телефон: «12» — не номер из одиннадцати цифр',
    'A-4 refused',
    'u4 refused',
    'u1 taken',
  ]);
  expect(answer.map(({ because }) => because?.table ?? null)).toEqual([null, 'contracts', 'contracts', null]);
  expect(await conflicts()).toMatch(
    /^Строка «договоры: 7004»: дом: не заполнено; телефон.*, раз: 1; из-за неё ждут ещё 2 строки\nИсправьте/,
  );
  const printed = await beside.run('billing', 'tables', await folderOf(wrong));
  expect(printed.said.split('\n')).toEqual([
    'договоры: 7004: дом: не заполнено; телефон: «12» — не номер из одиннадцати цифр',
    'Из-за этих строк не приняты ещё 2 строки',
    'Принято 0, без изменений 0, не принято или принято не целиком 3',
  ]);
  expect(await conflicts()).toContain('раз: 2;');
  await send({ contracts: NEW.contracts });
  expect(await conflicts()).toMatch(/^Строка «.*A-4»: договора 7004 нет.*\nСтрока «услуги: u4»/);
  await send(NEW);
  expect(await conflicts()).toBe('Всё принято');
});

test('a phone that another contract has is not taken, the rest of the row is', async () => {
  await send(NEW);
  const second = ['7005;Иванов;Вольск;Ленина;6;19.11.2026;;79030000004;;;'];
  const answer = await send({ contracts: second });
  expect(answer).toMatchObject([{ key: '7005', outcome: 'partly', reasons: [expect.stringContaining('7004')] }]);
  expect(await rows(`select state from contract where contract_id = 7005`)).toEqual([{ state: 'active' }]);
  expect(short(await send({ contracts: second }))[0]).toMatch(/^7005 partly телефон: /);
  expect(await conflicts()).toContain('договоры: 7005');
  expect(short(await send({ contracts: [second[0]!.replace('79030000004', '')] }))).toEqual(['7005 same']);
  expect(await conflicts()).toBe('Всё принято');
});

test('of two rows with one key none is guessed', async () => {
  const [row] = NEW.contracts;
  const answer = await send({ ...NEW, contracts: [row!, row!.replace('Петров', 'Иванов')] });
  expect(short(answer)).toEqual([
    '7004 refused строка названа в одном пакете дважды',
    '7004 refused строка названа в одном пакете дважды',
    'A-4 refused',
    'u4 refused',
  ]);
  expect(await rows(`select from contract where contract_id = 7004`)).toEqual([]);
});

test('a row names no other client, whose cabinet it would give away', async () => {
  expect(short(await send({ contracts: ['7001;Чужой;Вольск;Ленина;9;01.02.2020;;;;;'] }))).toEqual([
    '7001 refused такой договор уже есть у клиента Абонент 7001',
  ]);
  expect(await rows(`select house from contract where contract_id = 7001`)).toEqual([{ house: '7001' }]);
});

test('a contract closed there closes here without money, and opens again', async () => {
  await send(NEW);
  await beside.told('balances', 'счёт;версия;остаток', 'A-4;1;-40');
  const lines = await rows(`select from ledger_entry`);
  const closed = { contracts: [NEW.contracts[0]!.replace(';19.11.2026;;', ';19.11.2026;20.11.2026;')] };
  expect(short(await send(closed))).toEqual(['7004 taken']);
  expect(await rows(`select state, closed_on::text from contract where contract_id = 7004`)).toEqual([
    { state: 'closed', closed_on: '2026-11-20' },
  ]);
  expect(await beside.serviceOf('u4')).toMatchObject({ state: 'closed' });
  expect(await rows(`select from ledger_entry`)).toHaveLength(lines.length);
  expect(short(await send(closed))).toEqual(['7004 same']);
  expect(short(await send({ contracts: NEW.contracts }))).toEqual(['7004 taken']);
  expect(await rows(`select state from contract where contract_id = 7004`)).toEqual([{ state: 'active' }]);
  expect(await beside.serviceOf('u4')).toMatchObject({ state: 'active' });
});

test('numbers come and change by rows alone; the rows are ours no more once we charge', async () => {
  await rows(
    `insert into plan (service_kind, name, summary, price_kopecks, unit, audience) values ('telephone', 'Городской', '', 20000, 'month', 'home')`,
  );
  const number = (state: string) => [`8 (845) 930-00-01;7001;Городской;${state};01.11.2026;`];
  const account = ['T-1;7001;телефон;0;'];
  expect(short(await send({ accounts: account, numbers: number('') }))).toEqual(['T-1 taken', '78459300001 taken']);
  expect(short(await send({ numbers: number('долг') }))).toEqual(['78459300001 taken']);
  expect(await rows(`select state, reason from phone_number`)).toEqual([{ state: 'blocked', reason: 'debt' }]);
  await beside.run('charge', 'own');
  expect(await beside.run('billing', 'tables', await folderOf({ contracts: NEW.contracts }))).toMatchObject({
    code: 1,
    said: expect.stringContaining('Начисляет сам кабинет') as string,
  });
});
