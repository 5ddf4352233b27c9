import { provisionServiceEffect } from '#server/domain/services/provisioning/effects.ts';
import { expect, test } from 'vitest';
import { chargeDaysJob, lookForLowMoneyJob } from '#server/domain/billing-run/jobs.ts';
import { addJob } from '#server/kernel/job/job.ts';
import { enqueueEffect } from '#server/kernel/job/outbox.ts';
import { networkByKind } from '#server/integrations/network/by-kind.ts';
import type { Network } from '#server/integrations/network/port.ts';
import { addClient } from '../../test/portal/client.ts';
import { testPortal } from '../../test/portal/portal.ts';
import { runCommand } from './operator.ts';

async function console() {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, { balance: 1234_50, creditLimit: 100_00 });
  const run = async (...line: string[]) => {
    const said: string[] = [];
    const say = (text: string) => void said.push(text.replaceAll('\u00a0', ' '));
    const tools = {
      ...portal.world,
      agents: [],
    };
    return { code: await runCommand(() => Promise.resolve(tools), line, say), said: said.join('\n') };
  };
  return { portal, run };
}

test('right books are said to be right, wrong ones are shown and end with 1', async () => {
  const { portal, run } = await console();
  expect(await run('ledger', 'verify')).toEqual({ code: 0, said: 'Книги сходятся: 1 проводка, 2 строки' });
  await portal.pool.query(`begin; set local session_replication_role = replica;
    update account set balance_kopecks = 5 where contract_id is not null; commit`);
  const wrong = await run('ledger', 'verify');
  expect(wrong.code).toBe(1);
  expect(wrong.said).toContain('200001i: остаток не равен сумме строк, должно быть 1 234,50 ₽, есть 0,05 ₽');
});

test('the balance of a contract is told, an unknown one is said to be unknown', async () => {
  const { run } = await console();
  expect(await run('contract', 'balance', '200001')).toEqual({
    code: 0,
    said: 'Интернет, счёт 200001i: 1 234,50 ₽, кредитный лимит 100 ₽',
  });
  expect(await run('contract', 'balance', '5')).toEqual({ code: 1, said: 'Такого договора нет' });
  expect(await run('contract', 'balance', 'x')).toEqual({ code: 2, said: 'Это не номер: x' });
});

test('a command finds a contract by the number on its papers, and a payment finds its account', async () => {
  const { portal, run } = await console();
  await portal.pool.query(`update contract set printed_no = 'ЮЛ-30003/17'`);
  expect((await run('contract', 'balance', 'юл 30003–17')).said).toContain('счёт 200001i: 1 234,50 ₽');
  expect(await run('contract', 'balance', 'ЮЛ-30003/18')).toEqual({
    code: 2,
    said: 'Договора с номером на бумагах «ЮЛ-30003/18» нет',
  });
  expect((await run('ledger', 'lines', 'ЮЛ-30003/17')).code).toBe(0);
  const { rows } = await portal.pool.query(`select contract_id, call from staff_read order by call`);
  expect(rows).toEqual(['contract balance', 'ledger lines'].map((call) => ({ contract_id: 200_001, call })));
});

test('a notice reaches the client as text', async () => {
  const { portal, run } = await console();
  expect((await run('notice', 'send', '200001', 'Внимание', 'Скидка <b>5%</b>')).code).toBe(0);
  const { rows } = await portal.pool.query('select contract_id, title, body from message');
  expect(rows).toEqual([{ contract_id: 200_001, title: 'Внимание', body: '<p>Скидка &lt;b&gt;5%&lt;/b&gt;</p>' }]);
});

test('what is owed to the outside is listed', async () => {
  const { portal, run } = await console();
  expect((await run('outbox', 'list')).said).toBe('Всё доставлено');
  await portal.world.db.write((tx) => enqueueEffect(tx, provisionServiceEffect, { userId: 1 }));
  expect((await run('outbox', 'list')).said).toContain(
    'service.provision (передать сети состояние услуги)  ждёт, попыток 0',
  );
  expect(await run('outbox', 'retry', '1')).toEqual({ code: 1, said: 'Среди неудавшихся такого действия нет' });
});

test('a job that has failed in all its tries is listed, and done after another start', async () => {
  const { portal, run } = await console();
  expect((await run('jobs', 'failed')).said).toBe('Неудавшихся заданий нет');
  await portal.world.db.write((tx) => addJob(tx, lookForLowMoneyJob, {}));
  await portal.world.db.write((tx) => addJob(tx, chargeDaysJob, {}));
  await portal.pool
    .query(`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no connection'
    where key = 'low_money'`);
  await portal.work();
  const listed = /^(\d+) {2}\S+ {2}low_money {2}попыток 25, ошибка: no connection$/.exec(
    (await run('jobs', 'failed')).said,
  );
  const number = listed?.[1] ?? '';
  expect(await run('jobs', 'retry', number)).toEqual({ code: 0, said: 'Задание будет выполнено ещё раз' });
  expect((await run('jobs', 'failed')).said).toBe('Неудавшихся заданий нет');
  // It waits now, so it has not failed.
  expect(await run('jobs', 'retry', number)).toEqual({ code: 1, said: 'Среди неудавшихся такого задания нет' });
  await portal.work();
  const { rows } = await portal.pool.query('select from graphile_worker.jobs');
  expect(rows).toEqual([]);
});

const NOT_CONNECTED =
  'Сеть не подключена: интернет, ТВ, SIP-телефония, почта, телефонные номера. Кабинет только записывает, что она должна делать: сверять не с чем';

test('services that the network treats otherwise than it should are named, and it is told anew', async () => {
  const { portal, run } = await console();
  expect(await run('network', 'check')).toEqual({
    code: 1,
    said: `${NOT_CONNECTED}\nдоговор 200001, услуга 1: сеть о ней не знает\nРазошлось услуг: 1. Передадим заново`,
  });
  await portal.work();
  expect(await run('network', 'check')).toEqual({ code: 0, said: NOT_CONNECTED });
  await portal.pool.query(`update service_user set state = 'blocked', reason = 'repair'`);
  expect((await run('network', 'check')).said).toContain('услуга 1: доступ, причина ограничения');
});

test('only of what a real system serves it is said that the network does what it should', async () => {
  const { portal, run } = await console();
  await run('network', 'check');
  await portal.work();
  const recorded = portal.world.outside.network;
  // A system of one kind that says it serves others is not believed; a record of orders serves none.
  const own = (connected: Network['connected']) => ({ ...recorded, connected });
  const network = networkByKind(recorded, { mail: own(['mail']), sip: own(['mail', 'tv']), internet: own([]) });
  Object.assign(portal.world.outside, { network });
  expect((await run('network', 'check')).said.split('\n')).toEqual([
    'Сеть делает то, что должна: почта',
    'Сеть не подключена: интернет, ТВ, SIP-телефония, телефонные номера. Кабинет только записывает, что она должна делать: сверять не с чем',
  ]);
});

test('a service that was being connected is said to work, or to wait for its debt; any other to be none', async () => {
  const { portal, run } = await console();
  const { rows } = await portal.pool.query<{ id: string }>('select user_id::text as id from service_user');
  const connect = async (account: string) => {
    await portal.pool.query(`update account set debt_since = ${account} where contract_id is not null`);
    await portal.pool.query(`update service_user set state = 'connecting', reason = null`);
    return run('service', 'connect', rows[0]!.id);
  };
  expect(await connect('null')).toEqual({ code: 0, said: 'Подключена' });
  expect(await connect('now()')).toEqual({ code: 0, said: 'Подключена, заработает после оплаты долга' });
  expect((await run('service', 'connect', rows[0]!.id)).code).toBe(1);
});

test('payments that wait for the operator are listed', async () => {
  const { run } = await console();
  expect(await run('payments', 'surplus')).toEqual({ code: 0, said: 'Таких нет' });
  expect((await run('payments', 'mismatch')).code).toBe(0);
});

test('help is given when asked for, and instead of what is not understood', async () => {
  const { run } = await console();
  expect((await run()).code).toBe(0);
  const wrong = await run('ledger', 'burn');
  expect(wrong.code).toBe(2);
  expect(wrong.said).toContain('ledger verify');
  expect((await run('outbox', 'retry')).code).toBe(2);
});

test('days are charged up to one that has come, and their state is told', async () => {
  const { portal, run } = await console();
  portal.clock.set(new Date('2026-12-02T10:00:00Z'));
  expect(await run('charge', 'run', '2026-12-03')).toEqual({ code: 2, said: 'Этот день ещё не наступил: 2026-12-03' });
  for (const none of ['завтра', '2026-02-30', '0000-01-01', '1989-12-31']) {
    const said = `Это не день: ${none}. День пишется так: 2026-11-20`;
    expect(await run('charge', 'run', none)).toEqual({ code: 2, said });
    expect(await run('autopayment', 'run', none)).toEqual({ code: 2, said });
    expect(await run('payments', 'reconcile', none)).toEqual({ code: 2, said });
  }
  expect(await run('charge', 'run', '2026-12-01')).toEqual({ code: 0, said: 'Списания проведены по 2026-12-01' });
  expect(await run('charge', 'run')).toEqual({ code: 0, said: 'Списания проведены по 2026-12-02' });
  expect((await run('charge', 'status')).said).toContain('2026-12-02  начат');
  expect((await run('contract', 'balance', '200001')).said).toContain('55,50 ₽');
});

test('a one-time charge is ordered once for a document, and a charge is given back once', async () => {
  const { portal, run } = await console();
  expect((await run('charge', 'once', '200001i', '100', 'Выезд мастера', '17')).said).toBe('Спишем 100 ₽');
  expect((await run('charge', 'once', '200001i', '100', 'Выезд мастера', '17')).said).toBe(
    'По этому документу уже списано',
  );
  expect((await run('charge', 'once', '5', '100', 'Выезд', '18')).code).toBe(1);
  expect((await run('charge', 'once', '200001i', 'сто', 'Выезд', '18')).code).toBe(2);
  expect(await run('charge', 'once', '200001i', '100', 'Выезд', '№'.repeat(3000))).toEqual({
    code: 2,
    said: 'Номер документа: от 1 до 100 знаков',
  });
  portal.clock.set(new Date('2026-11-21T10:00:00Z'));
  await run('charge', 'run');
  expect((await run('contract', 'balance', '200001')).said).toContain('1 134,50 ₽');
  const { rows } = await portal.pool.query<{ id: number }>(
    `select transaction_id::int as id from ledger_transaction where reference = 'charge:document:17'`,
  );
  const id = String(rows[0]?.id);
  expect((await run('charge', 'correct', id, 'мастер не приехал')).said).toBe('Возвращено');
  expect((await run('charge', 'correct', id, 'мастер не приехал')).said).toBe('Эта проводка уже исправлена');
  expect((await run('charge', 'correct', '999999', 'нет')).code).toBe(1);
  expect((await run('contract', 'balance', '200001')).said).toContain('1 234,50 ₽');
  expect((await run('ledger', 'verify')).code).toBe(0);
});

/** What documents, habits and timetables of operators name. */
const COMMANDS = `
  check
  ledger verify
  charge run [<день>]
  charge status
  charge once <счёт> <сумма> <за что> <номер документа> [--dry_run=<yes — только показать, что будет>]
  charge correct <проводка> <почему> [--dry_run=<yes — только показать, что будет>]
  payments list <договор>
  payments cancel <платёж>
  payments surplus
  payments mismatch
  autopayment run [<день>]
  receipts failed
  receipts retry <проводка>
  payments refund <платёж> [<сумма>] [--account=<i или t>] [--reason=<почему, для журнала>] [--dry_run=<yes — только показать, что будет>]
  payments refunds
  payments reconcile <день> [<файл.csv>]
  payments findings
  payments dismiss <номер>
  agents reconcile <источник> <день> <файл.csv>
  agents conflicts
  agents dismiss <номер>
  transfers import <файл.csv>
  transfers unknown
  transfers assign <номер> <счёт> [--dry_run=<yes — только показать, что будет>]
  transfers undo <номер> <почему> [--account_no=<счёт, на который зачислить сразу>] [--dry_run=<yes — только показать, что будет>]
  payment post <счёт> <сумма> <документ> <текст> [--receipt=<номер чека, если его пробила отдельная касса>]
  outbox list
  outbox retry <номер>
  jobs failed
  jobs retry <номер>
  network check
  calls import <файл.csv>
  calls held
  calls retry
  contract balance <договор>
  notice send <договор> <заголовок> <текст> [--again=<yes — и тогда, когда то же самое отправили меньше суток назад>]
  service connect <услуга> [--circuit=<порт линии, как его зовёт оборудование>] [--mac=<MAC роутера: привязать его>] [--visit=<goes_on — визит не окончен, заявку закроют отдельно>] [--done_at=<когда сделано, если говорим позже: 2026-11-24T14:20:00+04:00>] [--dry_run=<yes — только показать, что будет>]
  service-key forget`
  .trim()
  .split('\n')
  .map((line) => line.trim());

test('the help names every command that operators have learnt, in its order, and what is new', async () => {
  const { run } = await console();
  const { code, said } = await run('help');
  expect(code).toBe(0);
  const shown = said.split('\n').map((line) => line.trim().split(/ {2,}/)[0]);
  expect(shown.filter((line) => COMMANDS.includes(line ?? ''))).toEqual(COMMANDS);
  expect(shown).toContain('audit [--limit=<сколько>]');
  expect(await run('--help')).toEqual({ code: 0, said });
  expect(await run()).toEqual({ code: 0, said });
});

test('a mistyped command is told what is wrong with it, with the two that are most like it', async () => {
  const { run } = await console();
  const unknown = await run('charging', 'run', '2026-11-20');
  expect([unknown.code, unknown.said.split('\n').map((line) => line.trim().split(/ {2,}/)[0])]).toEqual([
    2,
    [
      'Команды «charging run» нет. Похожие:',
      'charge run [<день>]',
      expect.stringMatching(/^charge own \[--town=<только город>\] \[--contract_id=<только договор>\] \[--early=</),
      'начислять будет кабинет: всем — пауза, пока не назначен первый день; городу или договору — с завтра',
      'Все команды: help',
    ],
  ]);
  expect((await run('chek')).said).toContain('  check ');
  expect(await run('transfers', 'assign', '5')).toEqual({
    code: 2,
    said: 'Не хватает: <счёт>. Команда пишется так: transfers assign <номер> <счёт> [--dry_run=<yes — только показать, что будет>]',
  });
  expect(await run('notice', 'send', '200001', 'Внимание', 'Скидка', '5%')).toEqual({
    code: 2,
    said: 'Лишнее: 5%. Текст из нескольких слов берут в кавычки. Команда пишется так: notice send <договор> <заголовок> <текст> [--again=<yes — и тогда, когда то же самое отправили меньше суток назад>]',
  });
  expect((await run('check', 'now')).said).toMatch(/^Лишнее: now\./);
});

test('the help of one command, or of a group, is told by its words', async () => {
  const { run } = await console();
  const whole = (await run('help')).said.split('\n');
  const common = whole.slice(whole.indexOf('К любой команде:')).slice(0, 3);
  const lineOf = (command: string) => whole.findIndex((line) => line.startsWith(`  ${command}`));
  const outbox = [lineOf('outbox list'), lineOf('outbox retry')].map((index) => whole[index]);
  expect(await run('outbox', 'retry', '--help')).toEqual({ code: 0, said: [outbox[1], '', ...common].join('\n') });
  expect(await run('help', 'outbox')).toEqual({ code: 0, said: [...outbox, '', ...common].join('\n') });
  expect(await run('outbx', '--help')).toMatchObject({
    code: 2,
    said: expect.stringContaining('«outbx» нет') as string,
  });
});

test('who changed what is told, the last first, in whose name he worked', async () => {
  const { run } = await console();
  expect(await run('audit')).toEqual({ code: 0, said: 'Таких нет' });
  await run('contract', 'balance', '200001');
  await run('payment', 'post', '200001i', '100,50', 'ПКО 1', 'Оплата в офисе', '--as', 'Анна Кассир');
  await run('--as=Пётр', 'charge', 'correct', '999', 'нет такой\n2026');
  await run('charge', 'run', 'завтра');
  const lines = (await run('audit')).said.split('\n');
  expect(lines).toEqual([
    expect.stringMatching(
      /^2026-.*Z {2}\S.*, администратор сервера {2}charge run завтра: отказано \(bad_input\)$/,
    ) as string,
    expect.stringMatching(
      /Z {2}Пётр \(\S.*\), администратор сервера {2}charge correct 999 «нет такой 2026»: отказано \(charge_unknown\)$/,
    ) as string,
    expect.stringMatching(/Анна Кассир .*payment post 200001i 100,50 «ПКО 1» «Оплата в офисе»: сделано$/) as string,
  ]);
  expect((await run('audit', '--limit', '1')).said).toBe(lines[0]);
  expect((await run('audit', '--limit=0')).code).toBe(2);
});

test('a reply is given as data when asked for', async () => {
  const { run } = await console();
  const { code, said } = await run('contract', 'balance', '200001', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(said)).toEqual([{ kind: 'i', account_no: '200001i', balance: '1234.50', credit_limit: '100.00' }]);
});

test('a text may begin with a dash; an option that is none, or that the command has not, is refused by name', async () => {
  const { portal, run } = await console();
  for (const text of ['-50% до пятницы', '- пункт', '-hello', '—', '--', '-- итого']) {
    const end = text === '--' ? ['--', '--'] : [text];
    expect((await run('notice', 'send', '200001', 'Скидка', ...end)).said).toBe('Отправлено');
  }
  const { rows } = await portal.pool.query<{ body: string }>('select body from message order by message_id');
  expect(rows.map(({ body }) => body)).toEqual([
    '<p>-50% до\u00a0пятницы</p>',
    '<p>- пункт</p>',
    '<p>-hello</p>',
    '<p>—</p>',
    '<p>--</p>',
    '<p>-- итого</p>',
  ]);
  expect(await run('ledger', 'verify', '--jsno')).toEqual({
    code: 2,
    said: 'У команды «ledger verify» нет настройки --jsno. Похожие: --json, --as=<имя>',
  });
  expect(await run('ledger', 'verify', '--limit=5')).toEqual({
    code: 2,
    said: 'У команды «ledger verify» нет настройки --limit. Похожие: --as=<имя>, --json',
  });
  expect((await run('audit', '--limt=5')).said).toContain('Похожие: --limit=<сколько>, ');
  expect(await run('ledger', 'verify', '--as')).toEqual({ code: 2, said: 'Напишите значение: --as=…' });
  expect((await run('payment', 'post', '200001i', '-5', '1', 'Оплата')).said).toBe(
    'Это не сумма: -5. Сумма пишется так: 100,50',
  );
});
