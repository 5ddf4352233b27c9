import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { operatorContract } from '@kabinet/contract/staff';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { AtOnce } from '../../../../../test/portal/at-once.ts';
import { PUBLIC_URL, testPortal, type TestPortal } from '../../../../../test/portal/portal.ts';
import { addClient } from '../../../../../test/portal/client.ts';
import { staffDesk } from '../../../../../test/portal/staff-desk.ts';

const WHO = 100_001;
const { open, edit, contact, confirmContact, close, reopen } = operatorContract.clients;
const { show } = operatorContract.card;
const { find } = operatorContract.search;
const { read } = operatorContract.timeline;
const { connect } = operatorContract.services;

let portal: TestPortal;
let ask: ReturnType<typeof staffDesk>['ask'];
beforeEach(async () => {
  portal = await testPortal();
  ({ ask } = staffDesk(portal));
});

const one = async <T>(query: string): Promise<T> => (await portal.pool.query(query)).rows[0] as T;
const count = async (table: string) => (await portal.pool.query(`select from ${table}`)).rowCount;
/** How many orders to the network wait. */
const orders = (which: string) =>
  count(`outbox_effect where kind = 'service.provision' and state = 'due' and ${which}`);
const card = (contract_id = WHO) => ask(show, { query: { contract_id } });
const planOf = async (kind: string, name: string) =>
  (
    await one<{ id: number }>(
      `select plan_id as id from plan where service_kind = '${kind}' and name like '${name}%' and not is_archived and audience = 'home' limit 1`,
    )
  ).id;

describe('a new contract', () => {
  const body = async () => ({
    name: 'Новиков Пётр Ильич',
    town: 'тольятти',
    street: 'Юбилейная',
    house: '31',
    flat: '7',
    plan_id: await planOf('internet', 'Волга 500'),
    tv_plan_id: await planOf('tv', ''),
  });

  test('is rehearsed without a trace, then made whole: account, services that wait, a password for once', async () => {
    const tables = ['contract', 'account', 'service_user', 'credential', 'outbox_effect', 'staff_change'];
    const before = await Promise.all(tables.map(count));
    const asked = await body();
    const told = await ask(open, { body: { ...asked, dry_run: 'yes' } });
    expect(await Promise.all(tables.map(count))).toEqual(before);
    const done = await ask(open, { body: asked });
    expect(done.contract_id).toBe(told.contract_id);
    expect([done.rehearsed, done.account_no]).toEqual([false, `${done.contract_id}i`]);
    expect(done.services.map(({ name, plan }) => [name, plan])).toEqual([
      ['Интернет', 'Волга 500'],
      ['ТВ', expect.any(String) as string],
    ]);
    const shown = await card(done.contract_id);
    expect([shown.name, shown.address, shown.version]).toEqual([
      asked.name,
      'Тольятти, ул.\u00a0Юбилейная, 31, кв.\u00a07',
      done.version,
    ]);
    expect(shown.services.map(({ state }) => state)).toEqual(['connecting', 'connecting']);
    expect(shown.services.map(({ address }) => address)).toContain('Юбилейная, 31, кв. 7');
    for (const { user_id } of done.services) expect(await orders(`payload->>'userId' = '${user_id}'`)).toBe(1);
    const [internet] = done.services;
    expect(
      await one(`select auto_auth, user_type = 'isg' as needs_no_password from service_access
        join service_user using (user_id) where user_id = ${internet!.user_id}`),
    ).toEqual({ auto_auth: true, needs_no_password: true });
    const { groups } = await ask(find, { query: { q: 'новиков пётр' } });
    expect(groups[0]!.items[0]!.contract_id).toBe(done.contract_id);
    const entered = await portal.inject({
      method: 'POST',
      url: '/api/v2/auth/token',
      headers: { origin: PUBLIC_URL },
      payload: { login: String(done.contract_id), password: done.password },
    });
    expect(entered.json<{ code: string }>().code).toBe('new_password_needed');
  });

  test('costs nothing until the technician connects it', async () => {
    const { contract_id, services } = await ask(open, { body: await body() });
    const due = async () => {
      portal.clock.advance(86_400_000);
      await chargeUpTo(portal.world);
      const lines = await portal.pool.query(
        `select from ledger_entry join account using (account_id) where contract_id = ${contract_id}`,
      );
      return { lines: lines.rowCount, state: (await card(contract_id)).services[0]!.state };
    };
    expect(await due()).toEqual({ lines: 0, state: 'connecting' });
    await ask(connect, { body: { user_id: services[0]!.user_id } }, 'engineer');
    expect((await card(contract_id)).services[0]!.state).toBe('active');
    // Nobody has paid, so the first charge finds no money.
    expect(await due()).toEqual({ lines: 0, state: 'blocked' });
  });

  test('takes the number that is named, unless there is one; and a plan and a place that there are', async () => {
    const asked = await body();
    expect((await ask(open, { body: { ...asked, contract_id: 555_001 } })).contract_id).toBe(555_001);
    const refused = (more: object) => ask(open, { body: { ...asked, ...more } });
    await expect(refused({ contract_id: 555_001 })).rejects.toMatchObject({ code: 'contract_known' });
    await expect(refused({ plan_id: 99_999 })).rejects.toMatchObject({ code: 'plan_unknown' });
    // A place may be named as it was called before.
    await portal.pool.query(`
      insert into former_place_name (town_id, street_id, name, renamed_at)
        select town_id, null, 'Ставрополь', now() from town where name = 'Тольятти' union all
        select town_id, street_id, 'Старая', now() from street join town using (town_id)
        where street.name = 'Юбилейная' and town.name = 'Тольятти'`);
    expect(await refused({ town: 'ставрополь', street: 'старая', dry_run: 'yes' })).toMatchObject({ rehearsed: true });
    for (const place of [{ street: 'Нетакая' }, { town: 'Нетакой' }, { town: 'Старая' }])
      await expect(refused(place)).rejects.toMatchObject({ code: 'place_unknown' });
  });

  test('may have a number on its papers that no other contract has, in any spelling', async () => {
    const asked = { ...(await body()), printed_no: ' ЮЛ-30003/17' };
    const { contract_id, printed_no } = await ask(open, { body: asked });
    expect([printed_no, (await card(contract_id)).printed_no]).toEqual(['ЮЛ-30003/17', 'ЮЛ-30003/17']);
    const again = ask(open, { body: { ...asked, printed_no: 'юл 30003–17' } });
    await expect(again).rejects.toMatchObject({ code: 'printed_no_taken' });
    const inner = ask(open, { body: { ...asked, printed_no: '100001' } });
    await expect(inner).rejects.toMatchObject({ code: 'bad_input' });
    const { groups } = await ask(find, { query: { q: 'юл30003' } });
    expect(groups[0]!.items[0]).toMatchObject({ contract_id, printed_no: 'ЮЛ-30003/17' });
  });

  test('those opened at once have numbers of their own', async () => {
    const asked = await body();
    const meeting = new AtOnce();
    const both = await testPortal({ throughDatabase: meeting.throughDatabase });
    const { ask: asking } = staffDesk(both);
    const make = () => asking(open, { body: asked });
    const [first, second] = await meeting.both(both, make, make);
    expect(Math.abs(first.contract_id - second.contract_id)).toBe(1);
  });
});

describe('the name and the address', () => {
  test('are corrected by a document, which the timeline keeps; the subscriber is told', async () => {
    const { version } = await card();
    const body = { contract_id: WHO, document: 'Паспорт 3612', name: 'Кузнецова Мария Андреевна', version };
    const told = await ask(edit, { body: { ...body, dry_run: 'yes' } });
    expect([told.name, told.rehearsed, (await card()).version]).toEqual([body.name, true, version]);
    const done = await ask(edit, { body: { ...body, town: 'Тольятти', street: 'Юбилейная', house: '40', flat: '1' } });
    expect(done).toMatchObject({ name: body.name, address: 'Тольятти, ул.\u00a0Юбилейная, 40, кв.\u00a01' });
    const late = ask(edit, { body });
    await expect(late).rejects.toMatchObject({ code: 'changed_meanwhile' });
    // Whoever sees names and addresses masked finds them in no change, either.
    const seen = JSON.stringify(await ask(read, { query: { contract_id: WHO } }, 'owner'));
    expect(seen).toContain('Исправили имя и адрес. Основание: Паспорт •••');
    expect(seen).not.toMatch(/Мария Андреевна|Юбилейная/);
    const [message] = (await portal.send(contract.notice.getMessages, {}, WHO)).body;
    expect(message).toMatchObject({ title: 'Данные договора изменили' });
    expect(message!.body).toContain('Паспорт');
  });

  test('so is the number on the papers, which may go again; the change stands in the timeline', async () => {
    const change = (printed_no: string) => ask(edit, { body: { contract_id: WHO, document: 'Заявление', printed_no } });
    expect(await change('ФЛ-7/А')).toMatchObject({ printed_no: 'ФЛ-7/А' });
    expect(await change('фл 7/а')).toMatchObject({ printed_no: 'фл 7/а' });
    await portal.pool.query(`update contract set printed_no = 'ФЛ-8' where contract_id = 100002`);
    await expect(change('фл8')).rejects.toMatchObject({ code: 'printed_no_taken' });
    expect(await change('')).toMatchObject({ printed_no: null });
    const seen = JSON.stringify(await ask(read, { query: { contract_id: WHO } }));
    expect(seen).toContain('Исправили номер на бумагах. Основание: Заявление');
    const told = (await portal.send(contract.notice.getMessages, {}, WHO)).body.map((one) => one.body);
    expect(told.join(' ')).toMatch(/номер\sдоговора\s100001\s→\sФЛ-7\/А/);
    const { rows } = await portal.pool.query(
      `select detail from change_waiting where kind = 'contract.changed' and contract_id = 100001`,
    );
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ detail: { what: 'printed_no' } })));
  });

  test('half of an address, and nothing at all, are refused', async () => {
    const body = { contract_id: WHO, document: 'Паспорт' };
    await expect(ask(edit, { body: { ...body, flat: '5' } })).rejects.toMatchObject({ code: 'bad_input' });
    await expect(ask(edit, { body })).rejects.toMatchObject({ code: 'bad_input' });
  });
});

describe('a new phone', () => {
  const NEW = '79270001122';
  const codeSent = async () => {
    const { payload } = await one<{ payload: string }>(
      `select payload::text from outbox_effect where payload::text like '%${NEW}%' order by effect_id desc limit 1`,
    );
    return { text: payload, code: /(\d{6}) —/.exec(payload)![1]! };
  };

  test('waits for its code; then it is the login, open cabinets end, and the former phone is told', async () => {
    await portal.tokenOf(WHO);
    const { version } = await card();
    await ask(contact, { body: { contract_id: WHO, phone: '8 927 000-11-22', document: 'Паспорт 3612' } });
    expect((await card()).contacts.phones[0]!.phone).toBe('79270000184');
    const { code, text } = await codeSent();
    expect(text).toContain('Назовите его сотруднику');
    const wrong = code === '000000' ? '000001' : '000000';
    const tried = ask(confirmContact, { body: { contract_id: WHO, kind: 'phone', code: wrong } });
    await expect(tried).rejects.toMatchObject({ code: 'code_wrong' });
    const done = await ask(confirmContact, { body: { contract_id: WHO, kind: 'phone', code } });
    expect(done.sessions_ended).toBeGreaterThan(0);
    expect(done.version).toBeGreaterThan(version);
    expect((await card()).contacts.phones[0]).toMatchObject({ phone: NEW, is_confirmed: true });
    const told = await one<{ n: string }>(
      `select count(*) as n from outbox_effect where payload::text like '%79270000184%' and created_at >= now() - interval '400 days'`,
    );
    expect(Number(told.n)).toBeGreaterThan(0);
    const { rows } = await portal.pool.query<{ input: string }>(
      `select input::text from operator_action where call = 'contract contact-confirm'`,
    );
    expect(rows.every(({ input }) => !input.includes(code))).toBe(true);
  });

  test('of another contract is refused once its code has come back', async () => {
    await portal.pool.query(`
      insert into contact (contract_id, kind, value, state, confirmed_at) values (100003, 'phone', '${NEW}', 'active', now())
      on conflict (contract_id, kind) do update set value = excluded.value, state = 'active'`);
    await ask(contact, { body: { contract_id: WHO, phone: NEW, document: 'Паспорт' } });
    const { code } = await codeSent();
    const late = ask(confirmContact, { body: { contract_id: WHO, kind: 'phone', code } });
    await expect(late).rejects.toMatchObject({ code: 'contact_taken' });
  });
});

describe('the end of a contract', () => {
  test('is refused while money is left, and told by the rehearsal', async () => {
    const before = await card();
    const told = await ask(close, { body: { contract_id: WHO, dry_run: 'yes' } });
    expect(told.services).toEqual(expect.arrayContaining(before.services.map(({ name }) => name)));
    expect(told.refusal).toMatch(/верните остаток|долг/);
    expect(Number(told.accounts[0]!.returned)).toBeGreaterThan(0);
    await expect(ask(close, { body: { contract_id: WHO } })).rejects.toMatchObject({ code: 'balance_left' });
    expect((await card()).state).toBe('active');
  });

  test('gives back the time of its visits, also of those about no service, whose orders stay open', async () => {
    const { body: slots } = await portal.send(contract.support.visitSlots, {}, WHO);
    const free = slots.filter(({ is_free }) => is_free).map(({ slot_id }) => slot_id);
    const visit = async (more: object) => {
      const body = { goal_id: 5, text: 'Переложить кабель', slot_id: free.shift(), ...more };
      return (await portal.send(contract.support.addOrder, { body }, WHO)).body.order_id;
    };
    const order = await visit({});
    await visit({ user_id: (await card()).services[0]!.user_id });
    const now = portal.clock.now().toISOString();
    const taken = () =>
      count(`visit_slot join support_order using (order_id) where contract_id = ${WHO} and starts_at > '${now}'`);
    const before = await taken();
    expect(before).toBeGreaterThanOrEqual(2);
    const body = { contract_id: WHO, settle: 'paid_out', document: 'РКО 15' } as const;
    await ask(close, { body: { ...body, dry_run: 'yes' } }, 'accountant');
    expect(await taken()).toBe(before);
    await ask(close, { body }, 'accountant');
    expect(await taken()).toBe(0);
    expect(await one(`select state, visit_from, last_text from support_order where order_id = ${order}`)).toEqual({
      state: 'new',
      visit_from: null,
      last_text: 'Договор расторгнут, мастер не\u00a0приедет',
    });
  });

  test('ends the links by which others pay for it; what somebody is paying just then still comes', async () => {
    const { make, pay, look, list } = contract.paymentLink;
    const linked = async (contractId: number) => {
      const { body } = await portal.send(make, { body: { p: 'i', amount: '500', words: 'За маму' } }, contractId);
      return { secret: new URL(body.url).hash.slice(1) };
    };
    const statusOf = async (secret: string) => (await portal.send(look, { body: { secret } }, 'guest')).status;
    const [link, begun, ofOther] = [await linked(WHO), await linked(WHO), await linked(100_002)];
    const ordered = (secret: string) =>
      portal.send(pay, { body: { secret, email: null, note: '' } }, 'guest').then(({ body }) => body);
    const { payment } = await ordered(begun.secret);
    const body = { contract_id: WHO, settle: 'paid_out', document: 'РКО 15' } as const;
    const told = await ask(close, { body: { ...body, dry_run: 'yes' } }, 'accountant');
    expect(await statusOf(link.secret)).toBe(200);
    await ask(close, { body }, 'accountant');
    expect(await Promise.all([link, begun, ofOther].map(({ secret }) => statusOf(secret)))).toEqual([410, 410, 200]);
    expect((await portal.send(list, {}, WHO)).body.map(({ state }) => state)).toEqual(['ended', 'ended']);
    expect(await one(`select state from payment where payment_id = '${payment}'`)).toEqual({ state: 'pending' });
    expect(told.notes).toContain('Ссылки на оплату закроются: по ним больше никто не заплатит');
  });

  test('is settled by an accountant with a document; nothing is charged then; and it can be taken back', async () => {
    const settle = { contract_id: WHO, settle: 'paid_out', document: 'РКО 15' };
    await expect(ask(close, { body: settle }, 'cashier')).rejects.toMatchObject({ code: 'role_not_allowed' });
    await portal.work();
    await portal.pool.query(`
      insert into plan_change (user_id, plan_id, from_day, state, made_by, made_at)
        select user_id, plan_id, '2026-12-01', 'planned', 'client', now() from service_user
        where contract_id = ${WHO} and plan_id is not null and state <> 'closed' limit 1;
      insert into suspension (user_id, from_day, until_day, state, made_at, paid_days, day_kopecks, start_kopecks)
        select user_id, '2026-12-05', '2026-12-15', 'planned', now(), '{}', 0, 0 from service_user
        where contract_id = ${WHO} and plan_id is not null and state <> 'closed' limit 1;
      insert into service_user (contract_id, account_id, user_type, name, login, address, state, state_since, opened_on, closed_on)
        select contract_id, account_id, user_type, 'Прежний', 'former', '', 'closed', '2026-01-15', '2025-01-15', '2026-01-15'
        from service_user where contract_id = ${WHO} and plan_id is not null limit 1;
      update autopayment set state = 'off', ended_at = now() where state in ('connecting', 'active');
      insert into autopayment (autopayment_id, account_id, acquirer, state, days_ahead, ceiling_kopecks, subscription_id, created_at,
          expires_at, connected_at)
        select gen_random_uuid(), account_id, 'x', 'active', 3, 100000, account_no, now(), now(), now() from account
        where kind = 'i' and contract_id in (${WHO}, 100002)`);
    const stillOpen = (which: string) => count(`service_user where state <> 'closed' and contract_id ${which} ${WHO}`);
    const [own, ofOthers] = [await stillOpen('='), await stillOpen('<>')];
    const told = await ask(close, { body: { contract_id: WHO, dry_run: 'yes' } });
    expect(told.notes).toContain('Автоплатёж закончится: банк больше ничего не спишет');
    expect(await count(`autopayment where state = 'active'`)).toBe(2);
    const done = await ask(close, { body: settle }, 'accountant');
    // The bank takes no more money for it; the autopayment of another contract goes on.
    const bank = `select payload->>'subscriptionId' = (select account_no from account where contract_id = ${WHO} and kind = 'i') as own
      from outbox_effect where kind = 'autopayment.cancel'`;
    expect(await one(bank)).toEqual({ own: true });
    expect(await count(`autopayment where state = 'active'`)).toBe(1);
    expect([await stillOpen('='), await stillOpen('<>')]).toEqual([0, ofOthers]);
    expect(done.accounts.map(({ left }) => left)).toEqual(done.accounts.map(() => '0.00'));
    const settled = async () =>
      one(
        `select t.kind, e.text from ledger_entry e join ledger_transaction t using (transaction_id) order by entry_id desc limit 1`,
      );
    expect(await settled()).toEqual({ kind: 'refund', text: 'Остаток выплачен при расторжении: РКО 15' });
    const ended = await card();
    expect([ended.state, ended.services]).toEqual(['closed', []]);
    // Nothing begins any more, and the network closes the telephone numbers, too.
    const waiting = (table: string) =>
      count(`${table} join service_user u using (user_id) where contract_id = ${WHO} and ${table}.state = 'planned'`);
    expect([await waiting('plan_change'), await waiting('suspension')]).toEqual([0, 0]);
    expect(await orders(`payload ? 'phoneNumber'`)).toBe(await count(`phone_number where contract_id = ${WHO}`));
    await portal.work();
    expect(await portal.world.db.read(verifyLedger)).toEqual([]);
    const again = ask(close, { body: { contract_id: WHO } });
    await expect(again).rejects.toMatchObject({ code: 'change_not_allowed' });
    portal.clock.advance(3_600_000);
    // Another contract ends after it; what had ended before the contract stays so.
    await addClient(portal.world, { contractId: 300_001, balance: 4000_00 });
    await ask(close, { body: { ...settle, contract_id: 300_001 } }, 'accountant');
    await portal.work();
    const back = await ask(reopen, { body: { contract_id: WHO, version: done.version } });
    expect([back.services.length, await stillOpen('='), await stillOpen('<>')]).toEqual([own, own, ofOthers]);
    expect((await card()).services.every(({ state }) => state === 'connecting')).toBe(true);
    expect(await orders(`payload ? 'userId'`)).toBe(back.services.length);
    await expect(ask(reopen, { body: { contract_id: WHO } })).rejects.toMatchObject({ code: 'change_not_allowed' });
  });

  test('settles, of each account, what its document is about, and keeps to the last kopeck what is not', async () => {
    const balances = [1, 4000_00, -500_00];
    for (const [index, balance] of balances.entries()) {
      const contractId = 300_001 + index;
      await addClient(portal.world, { contractId, balance, creditLimit: balance < 0 ? 500_00 : 0 });
      await portal.pool.query(`
        insert into account (kind, contract_id, account_no) values ('t', ${contractId}, '${contractId}t')`);
    }
    const told = async (contract_id: number, settle?: 'paid_out' | 'written_off') => {
      const body = { contract_id, ...(settle && { settle, document: 'РКО 15' }), dry_run: 'yes' } as const;
      const { accounts, refusal } = await ask(close, { body }, 'accountant');
      return [
        ...accounts.map(({ settled, left }) => `${String(settled)} ${String(left)}`),
        refusal?.replaceAll('\u00a0', ' ') ?? null,
      ];
    };
    const ZERO = '0.00 0.00';
    expect(await told(300_001)).toEqual(['0.00 0.01', ZERO, expect.stringContaining('0,01 ₽ (счёт 300001i)')]);
    expect(await told(300_001, 'paid_out')).toEqual(['0.01 0.00', ZERO, null]);
    expect(await told(300_002, 'paid_out')).toEqual(['4000.00 0.00', ZERO, null]);
    const kept = expect.stringContaining('У абонента остаётся 4 000 ₽ (счёт 300002i)') as string;
    expect(await told(300_002, 'written_off')).toEqual(['0.00 4000.00', ZERO, kept]);
    const owed = expect.stringContaining('За абонентом долг 500 ₽ (счёт 300003i)') as string;
    expect(await told(300_003)).toEqual(['0.00 -500.00', ZERO, owed]);
    expect(await told(300_003, 'paid_out')).toEqual(['0.00 -500.00', ZERO, owed]);
    expect(await told(300_003, 'written_off')).toEqual(['-500.00 0.00', ZERO, null]);
  });

  test('charges first what no night has charged yet', async () => {
    const { contractId } = await addClient(portal.world, { contractId: 300_001, balance: 4000_00 });
    // The second of December.
    portal.clock.advance(12 * 86_400_000);
    const told = await ask(close, { body: { contract_id: contractId, dry_run: 'yes' } });
    expect(told.accounts).toMatchObject([
      { balance: '2821.00', returned: '1140.97', settled: '0.00', left: '3961.97' },
    ]);
  });

  test('with a debt that is written off leaves no debt behind, so that the contract can begin anew', async () => {
    const { contractId, accountId } = await addClient(portal.world, {
      contractId: 300_001,
      balance: -500_00,
      creditLimit: 500_00,
      blocked: true,
    });
    const settle = { contract_id: contractId, settle: 'written_off', document: 'Приказ 7' };
    const { accounts } = await ask(close, { body: settle }, 'accountant');
    expect(accounts).toMatchObject([{ settled: '-500.00', left: '0.00' }]);
    const { rows } = await portal.pool.query(`
      select t.kind, e.text from ledger_entry e join ledger_transaction t using (transaction_id)
      where account_id = ${accountId} order by entry_id desc limit 1`);
    expect(rows).toEqual([{ kind: 'correction', text: 'Долг списан при расторжении: Приказ 7' }]);
    expect(await one(`select debt_since, owes_since from account where account_id = ${accountId}`)).toEqual({
      debt_since: null,
      owes_since: null,
    });
  });
});
