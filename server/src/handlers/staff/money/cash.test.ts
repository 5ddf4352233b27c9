import { describe, expect, test } from 'vitest';
import { operatorContract, staffContract } from '@kabinet/contract/staff';
import { AtOnce } from '../../../../test/portal/at-once.ts';
import { cashOffice, openedCashOffice, waitMinutes } from '../../../../test/portal/cash-desk.ts';
import { cookieOf, sendStaff, staffKey, staffToken } from '../../../../test/portal/staff.ts';

const { approvals } = staffContract;
const { cash, desk: screen, desks, shifts, office: plain } = operatorContract;

type Office = Awaited<ReturnType<typeof openedCashOffice>>;

const PAID = { account_no: '200001i', amount: '629.10' };
const POSTED = { account_no: '200001i', amount: '100', document: '7', text: 'Оплата в офисе' };

const take = (
  { portal, who }: Pick<Office, 'portal' | 'who'>,
  body: object = PAID,
  more: Record<string, string> = {},
) => sendStaff(portal, cash.take, { body: body as typeof PAID }, { ...who, ...more });
const undo = ({ portal, who }: Pick<Office, 'portal' | 'who'>, transaction_id: number, more: object = {}) =>
  sendStaff(
    portal,
    cash.undo,
    { body: { transaction_id: String(transaction_id), reason: 'Не тот договор', ...more } },
    who,
  );
const x = async ({ portal, who }: Office) => (await sendStaff(portal, shifts.x, {}, who)).body;
const receiptsOf = async ({ portal }: Office) =>
  (await portal.pool.query<object>('select kind, state, given_number from fiscal_receipt order by transaction_id'))
    .rows;

describe('a shift', () => {
  test('needs a desk, one person, one desk a person', async () => {
    const office = await cashOffice();
    const [one, other] = [await office.cashier(), await office.cashier()];
    const second = await office.addDesk('Касса 2');
    expect((await office.openShift(one, 999)).body.code).toBe('desk_unknown');
    expect((await office.openShift(one, office.desk)).body).toMatchObject({
      number: 1,
      desk: { name: 'Касса 1', place: 'Ленина, 40', register: 'АТОЛ 91Ф' },
      carried: '0.00',
      opening: '5000.00',
      expected: '5000.00',
      kinds: [{ kind: 'float', count: 1, sum: '5000.00' }],
      closed: null,
    });
    const busy = await office.openShift(other, office.desk);
    expect(busy.body).toMatchObject({
      code: 'desk_busy',
      message: expect.stringContaining('Сотрудник cashier') as string,
    });
    expect((await office.openShift(one, second)).body.code).toBe('shift_open_already');
    expect((await office.openShift(other, second)).status).toBe(200);
    expect(await office.faults()).toEqual([]);
    expect(
      (await sendStaff(office.portal, desks.add, { body: { name: 'Касса 2', place: 'Мира, 1' } }, office.admin)).body
        .code,
    ).toBe('desk_named');
  });

  test('of another desk has nothing to do with it', async () => {
    const office = await openedCashOffice();
    const { portal, who } = office;
    const second = await office.addDesk('Касса 2');
    const other = cookieOf(await staffToken(portal, 'cashier', 'support'));
    await office.openShift(other, second, '70');
    await take(office);
    const third = await office.cashier();
    expect((await office.openShift(third, second)).body.message).toContain('Сотрудник cashier+support');
    await sendStaff(portal, shifts.close, { body: { counted: '5629.10', left: '4000' } }, who);
    expect((await sendStaff(portal, screen.show, {}, other)).body.payments).toEqual([]);
    const { body: screenOf } = await sendStaff(portal, screen.show, {}, third);
    expect(screenOf.desks).toMatchObject([
      { name: 'Касса 1', carried: '4000.00', is_first: false, busy_by: null },
      { name: 'Касса 2', carried: '0.00', is_first: true, busy_by: 'Сотрудник cashier+support' },
    ]);
    await sendStaff(portal, shifts.close, { body: { counted: '70' } }, other);
    expect((await office.openShift(third, office.desk, '4000')).body).toMatchObject({ number: 2, carried: '4000.00' });
    expect((await office.openShift(other, second, '70')).body).toMatchObject({ number: 2, carried: '70.00' });
    expect(await office.faults()).toEqual([]);
  });

  test('two clerks who open one desk at once: one has it', async () => {
    const meeting = new AtOnce();
    const office = await cashOffice({}, { throughDatabase: meeting.throughDatabase });
    const [one, other] = [await office.cashier(), await office.cashier()];
    const [first, second] = await meeting.both(
      office.portal,
      () => office.openShift(one, office.desk),
      () => office.openShift(other, office.desk),
    );
    expect([first.status, second.body.code]).toEqual([200, 'desk_busy']);
    expect(await office.faults()).toEqual([]);
  });

  test('is counted by its lines of the ledger, and closed with a shortage that is booked', async () => {
    const office = await openedCashOffice({ balance: 0 });
    const { portal, who } = office;
    await take(office);
    const { body: again } = await take(office, { account_no: '200001i', amount: '100' });
    await undo(office, again.copy.transaction_id);
    await sendStaff(portal, shifts.safe, { body: { amount: '600' } }, who);
    expect(await x(office)).toMatchObject({
      expected: '5029.10',
      kinds: [
        { kind: 'float', count: 1, sum: '5000.00' },
        { kind: 'take', count: 2, sum: '729.10' },
        { kind: 'undo', count: 1, sum: '-100.00' },
        { kind: 'safe', count: 1, sum: '-600.00' },
      ],
      receipts: { all: 3, waiting: 3 },
    });
    const rehearsed = await sendStaff(portal, shifts.close, { body: { counted: '5009.10', dry_run: 'yes' } }, who);
    expect(rehearsed.body.closed).toMatchObject({ difference: '-20.00', left: '5009.10' });
    expect((await x(office)).closed).toBeNull();
    const closed = await sendStaff(portal, shifts.close, { body: { counted: '5009.10', left: '5000' } }, who);
    expect(closed.body).toMatchObject({
      expected: '5029.10',
      closed: { counted: '5009.10', difference: '-20.00', to_safe: '9.10', left: '5000.00' },
    });
    expect(await office.faults()).toEqual([]);
    const { rows } = await portal.pool.query<{ text: string }>(
      `select e.text, e.amount_kopecks::int as sum from ledger_entry e join account using (account_id) where kind = 'correction' and text like '%смена%'`,
    );
    expect(rows).toEqual([{ text: 'Недостача: Касса 1, смена 1', sum: -20_00 }]);
    expect((await take(office)).body.code).toBe('shift_needed');
    const { body: shown } = await sendStaff(
      portal,
      shifts.show,
      { query: { shift_id: String(closed.body.shift_id) } },
      who,
    );
    expect(shown.closed).toMatchObject({ difference: '-20.00' });
  });

  test('begins with what the one before has left; a difference at opening is booked, too', async () => {
    const office = await openedCashOffice();
    const { portal, who, desk } = office;
    await sendStaff(portal, shifts.close, { body: { counted: '5000' } }, who);
    const next = await office.openShift(who, desk, '5990', '1000');
    expect(next.body).toMatchObject({
      number: 2,
      carried: '5000.00',
      expected: '5990.00',
      kinds: [
        { kind: 'float', sum: '1000.00' },
        { kind: 'difference', sum: '-10.00' },
      ],
    });
    expect((await office.openShift(who, desk, '10', '20')).body.code).toBe('bad_input');
    expect(await office.faults()).toEqual([]);
  });

  test('with a difference above 100 ₽ needs a second person', async () => {
    const office = await openedCashOffice();
    const { portal, who } = office;
    const close = (counted: string) => sendStaff(portal, shifts.close, { body: { counted } }, who);
    expect((await close('4899.99')).body.code).toBe('second_person_needed');
    expect((await close('5100.01')).body.code).toBe('second_person_needed');
    expect((await x(office)).closed).toBeNull();
    expect((await close('5100')).status).toBe(200);
  });

  test('with such a difference is closed when an accountant agrees, in the name of the one who has counted', async () => {
    const office = await openedCashOffice();
    const { portal, who } = office;
    const accountant = cookieOf(await staffToken(portal, 'accountant'));
    const body = { call: 'shift close', input: { counted: '4000', left: '1000' }, reason: 'Недостача 1 000 ₽' };
    const asked = await sendStaff(portal, approvals.ask, { body }, who);
    expect(asked.status).toBe(200);
    expect((await x(office)).closed).toBeNull();
    portal.clock.advance(60_000);
    await portal.work();
    const agreed = await sendStaff(
      portal,
      approvals.agree,
      { body: { approval_id: String(asked.body.approval_id) } },
      accountant,
    );
    expect(agreed.body).toMatchObject({ call: 'shift close' });
    const { body: list } = await sendStaff(portal, desks.list, {}, accountant);
    expect(list).toMatchObject([{ expected: '1000.00', shift: null }]);
    expect(await office.faults()).toEqual([]);
  });

  test('of another cashier is not shown; an accountant sees it', async () => {
    const office = await openedCashOffice();
    const { shift_id } = await x(office);
    const show = (by: Record<string, string>) =>
      sendStaff(office.portal, shifts.show, { query: { shift_id: String(shift_id) } }, by);
    expect((await show(await office.cashier())).body.code).toBe('shift_unknown');
    expect((await show(cookieOf(await staffToken(office.portal, 'accountant')))).status).toBe(200);
    const { body: list } = await sendStaff(office.portal, desks.list, {}, office.admin);
    expect(list).toMatchObject([{ name: 'Касса 1', expected: '5000.00', shift: { shift_id } }]);
  });

  test('is kept by the database: no line after closing, no change of what is closed', async () => {
    const office = await openedCashOffice();
    const { portal, who } = office;
    const { body } = await take(office);
    const { shift_id } = await x(office);
    await sendStaff(portal, shifts.close, { body: { counted: '5629.10' } }, who);
    const query = (text: string) => portal.pool.query(text);
    await expect(
      query(
        `insert into cash_operation (shift_id, number, kind, transaction_id) select ${shift_id}, 99, 'take', transaction_id from ledger_transaction where transaction_id <> ${body.copy.transaction_id} limit 1`,
      ),
    ).rejects.toThrow('is closed');
    await expect(query('update cash_shift set counted_kopecks = 0')).rejects.toThrow('never changed');
    await expect(query('update cash_operation set given_kopecks = 1')).rejects.toThrow();
  });
});

describe('cash', () => {
  test('gets a document of the desk, change, a receipt of cash, and its copy', async () => {
    const office = await openedCashOffice({ balance: -100_00, creditLimit: 100_00 });
    const { portal, who } = office;
    const { status, body } = await take(office, { ...PAID, given: '1000' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ balance: '529.10', alike: null });
    expect(body.copy).toMatchObject({
      document: `${office.desk}-1-2`,
      kind: 'sell',
      amount: '629.10',
      given: '1000.00',
      change: '370.90',
      cashier: 'Сотрудник cashier',
      payer: { contract_id: 200_001, account_no: '200001i', name: 'Тестов Тест Тестович' },
      vat: { percent: 22, sum: '113.44' },
      receipt: { state: 'ordered', number: null },
    });
    expect(await office.balance()).toBe(529_10);
    await waitMinutes(portal, 2);
    const query = { transaction_id: String(body.copy.transaction_id) };
    const { body: copy } = await sendStaff(portal, cash.receipt, { query }, who);
    expect(copy.receipt).toMatchObject({ state: 'done', number: expect.any(String) as string, fn: '0000000000000000' });
    expect(await office.faults()).toEqual([]);
  });

  test('is refused without a shift, also by the older command over HTTP; a program and the server need none', async () => {
    const office = await cashOffice();
    const { portal } = office;
    const who = await office.cashier();
    const refused = await take({ portal, who });
    expect(refused.body).toMatchObject({ code: 'shift_needed', message: 'Деньги не приняты. Откройте смену' });
    expect((await sendStaff(portal, plain.post, { body: POSTED }, who)).body.code).toBe('shift_needed');
    expect((await undo({ portal, who }, 1)).body.code).toBe('shift_needed');
    const key = await staffKey(portal, ['payment post', 'cash take']);
    const program = { authorization: `Bearer ${key}` };
    expect((await sendStaff(portal, cash.take, { body: PAID }, program)).body.code).toBe('person_needed');
    expect((await sendStaff(portal, plain.post, { body: POSTED }, program)).status).toBe(200);
    expect(await office.faults()).toEqual([]);
  });

  test('of the older command lies in the drawer, too, and no document takes the name of a desk', async () => {
    const office = await openedCashOffice();
    const { portal, who } = office;
    const { body } = await sendStaff(portal, plain.post, { body: POSTED }, who);
    expect((await x(office)).expected).toBe('5100.00');
    await sendStaff(portal, plain.post, { body: POSTED }, who);
    expect((await x(office)).expected).toBe('5100.00');
    const own = { ...POSTED, document: 'desk:1-1-9' };
    expect((await sendStaff(portal, plain.post, { body: own }, who)).body.code).toBe('bad_input');
    const back = { transaction_id: String(body.transaction_id), reason: 'Ошибка' };
    expect((await sendStaff(portal, plain.undo, { body: back }, who)).status).toBe(200);
    expect((await x(office)).expected).toBe('5000.00');
    // What a program has brought is given back out of the drawer, too.
    const program = { authorization: `Bearer ${await staffKey(portal, ['payment post'])}` };
    const brought = await sendStaff(portal, plain.post, { body: { ...POSTED, document: '8' } }, program);
    const foreign = { transaction_id: String(brought.body.transaction_id), reason: 'Ошибка' };
    expect((await sendStaff(portal, plain.undo, { body: foreign }, who)).status).toBe(200);
    expect((await x(office)).expected).toBe('4900.00');
    expect(await office.faults()).toEqual([]);
  });

  test('is taken once by one key, whether the repeat comes later or at once', async () => {
    const meeting = new AtOnce();
    const office = await openedCashOffice({}, { throughDatabase: meeting.throughDatabase });
    const key = { 'idempotency-key': 'attempt-1' };
    const [one, other] = await meeting.both(
      office.portal,
      () => take(office, PAID, key),
      () => take(office, PAID, key),
    );
    const third = await take(office, PAID, key);
    expect(other.body).toEqual(one.body);
    expect(third.body).toEqual(one.body);
    expect(third.headers['idempotency-replayed']).toBe('true');
    expect(await office.balance()).toBe(629_10);
    expect((await take(office, { ...PAID, amount: '1' }, key)).body.code).toBe('idempotency_mismatch');
    expect(await office.faults()).toEqual([]);
  });

  test('of the same sum two minutes ago is told in the rehearsal, which changes nothing', async () => {
    const office = await openedCashOffice();
    await take(office);
    office.portal.clock.advance(120_000);
    const { body } = await take(office, { ...PAID, dry_run: 'yes' });
    expect(body.alike).toMatchObject({ seconds: 120 });
    expect(await office.balance()).toBe(629_10);
    expect((await take(office, { ...PAID, amount: '629', dry_run: 'yes' })).body.alike).toBeNull();
    await office.portal.work();
    office.portal.clock.advance(8 * 60_000);
    expect((await take(office, { ...PAID, dry_run: 'yes' })).body.alike).toBeNull();
    // A receipt that is done does not wait, however old it is.
    office.portal.clock.advance(60_000);
    expect((await take(office)).status).toBe(200);
  });

  test('that was taken back is no payment of the same sum; another one that was taken back changes nothing', async () => {
    const office = await openedCashOffice();
    const undone = (await take(office)).body.copy.transaction_id;
    await undo(office, undone);
    expect((await take(office, { ...PAID, dry_run: 'yes' })).body.alike).toBeNull();
    const kept = (await take(office)).body.copy.transaction_id;
    expect((await take(office, { ...PAID, dry_run: 'yes' })).body.alike).toMatchObject({ transaction_id: kept });
  });

  test('less than the sum is no payment; the account or the only one of a contract', async () => {
    const office = await openedCashOffice({ telephone: true });
    expect((await take(office, { ...PAID, given: '600' })).body.code).toBe('bad_input');
    expect((await take(office, { contract_id: '200001', amount: '10' })).body).toMatchObject({
      code: 'bad_input',
      errors: [{ message: 'У договора два счёта, назовите нужный: 200001i или 200001t' }],
    });
    expect((await take(office, { contract_id: '7', amount: '10' })).body.code).toBe('account_unknown');
    expect((await take(office, { amount: '10' })).body.code).toBe('bad_input');
    expect((await take(office, { account_no: '200001t', amount: '10' })).status).toBe(200);
    const single = await openedCashOffice();
    expect((await take(single, { contract_id: '200001', amount: '10' })).status).toBe(200);
  });

  test('needs a receipt: the number of another register where the portal has none, or ours is silent', async () => {
    const office = await openedCashOffice();
    const { portal, who } = office;
    await take(office);
    portal.clock.advance(11 * 60_000);
    expect((await take(office)).body.code).toBe('register_silent');
    const { body: shown } = await sendStaff(portal, screen.show, {}, who);
    expect(shown.register).toBe('silent');
    expect((await take(office, { ...PAID, receipt: '8841' })).body.copy.receipt).toMatchObject({
      state: 'given',
      number: '8841',
    });
    delete (portal.world.outside as { cashRegister?: unknown }).cashRegister;
    expect((await take(office)).body.code).toBe('receipt_number_needed');
    expect(await receiptsOf(office)).toHaveLength(2);
  });

  test('with a document of its own needs a receipt, too; one that was posted is known all the same', async () => {
    const office = await openedCashOffice();
    const { portal, who } = office;
    const post = (more: object = {}) => sendStaff(portal, plain.post, { body: { ...POSTED, ...more } }, who);
    const { body: first } = await post();
    portal.clock.advance(11 * 60_000);
    expect((await post({ document: '8' })).body.code).toBe('register_silent');
    expect((await post()).body).toEqual({ ...first, outcome: 'known' });
    expect((await post({ document: '8', receipt: '8841' })).body).toMatchObject({ receipt: 'given' });
    expect(await office.balance()).toBe(200_00);
    // A program tells of cash that somebody has taken already.
    const program = { authorization: `Bearer ${await staffKey(portal, ['payment post'])}` };
    expect((await sendStaff(portal, plain.post, { body: { ...POSTED, document: '9' } }, program)).status).toBe(200);
    expect(await office.faults()).toEqual([]);
  });

  test('goes on when a receipt is refused and the return of its payment waits for it', async () => {
    const office = await openedCashOffice();
    const { portal } = office;
    const works = portal.world.outside.cashRegister!;
    const refuses = { ...works, register: () => Promise.resolve({ state: 'failed', error: '32 Ошибка' } as const) };
    Object.assign(portal.world.outside, { cashRegister: refuses });
    const { body } = await take(office);
    await portal.work();
    expect((await undo(office, body.copy.transaction_id)).status).toBe(200);
    await waitMinutes(portal, 11);
    Object.assign(portal.world.outside, { cashRegister: works });
    expect(await receiptsOf(office)).toMatchObject([{ state: 'failed' }, { kind: 'sell_refund', state: 'due' }]);
    expect((await take(office)).status).toBe(200);
  });

  test('goes on when one receipt waits and the register issues those that came after it', async () => {
    const office = await openedCashOffice();
    const { portal } = office;
    const { cashRegister } = portal.world.outside;
    Object.assign(portal.world.outside, {
      cashRegister: { ...cashRegister, register: () => Promise.reject(new Error('no')) },
    });
    await take(office);
    await portal.work();
    Object.assign(portal.world.outside, { cashRegister });
    await take(office, { ...PAID, amount: '10' });
    await portal.work();
    await portal.pool.query(`update outbox_effect set state = 'failed' where state = 'due'`);
    await waitMinutes(portal, 11);
    expect(await receiptsOf(office)).toMatchObject([{ state: 'due' }, { state: 'done' }]);
    expect((await take(office)).status).toBe(200);
  });
});

describe('a mistake', () => {
  test('is taken back once within ten minutes, with a receipt of the return', async () => {
    const office = await openedCashOffice();
    const { body: taken } = await take(office);
    office.portal.clock.advance(10 * 60_000);
    const rehearsed = await undo(office, taken.copy.transaction_id, { dry_run: 'yes' });
    expect(rehearsed.body).toMatchObject({ balance: '0.00', copy: { kind: 'sell_refund', amount: '629.10' } });
    expect(await office.balance()).toBe(629_10);
    expect((await undo(office, taken.copy.transaction_id)).status).toBe(200);
    expect((await undo(office, taken.copy.transaction_id)).body.code).toBe('cash_undone_already');
    expect(await office.balance()).toBe(0);
    expect(await receiptsOf(office)).toMatchObject([{ kind: 'sell' }, { kind: 'sell_refund' }]);
    expect(await office.faults()).toEqual([]);
  });

  test('that lies in a drawer is not taken back by a program, which would pay it out of the safe', async () => {
    const office = await openedCashOffice();
    const { portal, who } = office;
    const program = { authorization: `Bearer ${await staffKey(portal, ['payment post', 'payment undo'])}` };
    const back = (id: number) =>
      sendStaff(portal, plain.undo, { body: { transaction_id: String(id), reason: 'Ошибка' } }, program);
    const taken = (await take(office)).body.copy.transaction_id;
    const posted = (await sendStaff(portal, plain.post, { body: POSTED }, who)).body.transaction_id;
    for (const id of [taken, posted]) expect((await back(id)).body.code).toBe('person_needed');
    expect([await office.balance(), (await x(office)).expected]).toEqual([729_10, '5729.10']);
    const own = await sendStaff(portal, plain.post, { body: { ...POSTED, document: '8' } }, program);
    expect((await back(own.body.transaction_id)).status).toBe(200);
    expect(await office.faults()).toEqual([]);
  });

  test('is taken back once by two who undo it at once', async () => {
    const meeting = new AtOnce();
    const office = await openedCashOffice({}, { throughDatabase: meeting.throughDatabase });
    const { body: taken } = await take(office);
    const [one, other] = await meeting.both(
      office.portal,
      () => undo(office, taken.copy.transaction_id),
      () => undo(office, taken.copy.transaction_id),
    );
    expect([one.status, other.body.code]).toEqual([200, 'cash_undone_already']);
    expect((await x(office)).expected).toBe('5000.00');
    expect(await office.faults()).toEqual([]);
  });

  test('stays after ten minutes, after closing, in another shift, and when the drawer is empty', async () => {
    const office = await openedCashOffice();
    const { portal, who, desk } = office;
    const late = (await take(office)).body.copy.transaction_id;
    portal.clock.advance(600_001);
    expect((await undo(office, late)).body.code).toBe('undo_too_late');
    const { body: taken } = await take(office, { ...PAID, receipt: '1' });
    const safe = (amount: string) => sendStaff(portal, shifts.safe, { body: { amount } }, who);
    expect((await safe('6258.21')).body.code).toBe('desk_short');
    expect((await safe('6258.20')).status).toBe(200);
    expect((await undo(office, taken.copy.transaction_id, { receipt: '2' })).body.code).toBe('desk_short');
    await sendStaff(portal, shifts.close, { body: { counted: '0' } }, who);
    expect((await undo(office, taken.copy.transaction_id, { receipt: '2' })).body.code).toBe('shift_needed');
    await office.openShift(who, desk, '0');
    expect((await undo(office, taken.copy.transaction_id, { receipt: '2' })).body.code).toBe('undo_too_late');
    const [, program] = ['', { authorization: `Bearer ${await staffKey(portal, ['payment post'])}` }];
    const { body: foreign } = await sendStaff(portal, plain.post, { body: POSTED }, program);
    expect((await undo(office, foreign.transaction_id)).body.code).toBe('cash_unknown');
    expect(await office.faults()).toEqual([]);
  });

  test('meets the closing of the shift: the one that comes second finds what the first has left', async () => {
    const meeting = new AtOnce();
    const office = await openedCashOffice({}, { throughDatabase: meeting.throughDatabase });
    const { body: taken } = await take(office);
    const [closed, back] = await meeting.both(
      office.portal,
      () => sendStaff(office.portal, shifts.close, { body: { counted: '5629.10' } }, office.who),
      () => undo(office, taken.copy.transaction_id),
    );
    expect([closed.status, back.body.code]).toEqual([200, 'shift_needed']);
    expect(await office.faults()).toEqual([]);
  });
});

describe('the screen', () => {
  test('shows the shift, its payments with their receipts, and until when each can be undone', async () => {
    const office = await openedCashOffice();
    const { portal, who } = office;
    const first = (await take(office)).body.copy.transaction_id;
    await waitMinutes(portal, 1);
    const second = (await take(office, { account_no: '200001i', amount: '50' })).body.copy.transaction_id;
    await undo(office, second);
    const { body } = await sendStaff(portal, screen.show, {}, who);
    expect(body).toMatchObject({ register: 'works', alone_difference: '100.00', desks: [] });
    expect(body.shift).toMatchObject({ expected: '5629.10' });
    expect(body.payments).toMatchObject([
      { kind: 'undo', amount: '-50.00', undo_until: null, receipt: { state: 'ordered' } },
      { kind: 'take', transaction_id: second, undone: true, undo_until: null },
      {
        kind: 'take',
        transaction_id: first,
        undone: false,
        undo_until: '2026-11-20T10:15:00.000Z',
        receipt: { state: 'done' },
      },
    ]);
  });

  test('without a shift shows the desks, what was left there and who is at them', async () => {
    const office = await openedCashOffice();
    await office.addDesk('Касса 2');
    const { body } = await sendStaff(office.portal, screen.show, {}, await office.cashier());
    expect(body).toMatchObject({
      shift: null,
      payments: [],
      desks: [
        { name: 'Касса 1', busy_by: 'Сотрудник cashier' },
        { name: 'Касса 2', busy_by: null, is_first: true, carried: '0.00' },
      ],
    });
  });

  test('shows a payer with what he lacks and until when each sum lasts', async () => {
    const office = await openedCashOffice({ balance: -298_50, creditLimit: 300_00, blocked: true });
    await office.portal.pool.query('update account set debt_since = $1 where contract_id is not null', [
      '2026-11-10T20:00:00Z',
    ]);
    const ask = (query: object) => sendStaff(office.portal, screen.payer, { query }, office.who);
    const { body } = await ask({ account_no: '200001i' });
    expect(body).toMatchObject({ contract_id: 200_001, name: 'Тестов Тест Тестович', named: 'i' });
    const [account] = body.accounts;
    expect(account).toMatchObject({
      balance: '-298.50',
      blocked: true,
      off: ['Интернет дома'],
      off_since: '2026-11-10T20:00:00.000Z',
    });
    expect(account!.presets.map(({ kind }) => kind)).toEqual(['work', 'round', 'month']);
    expect(account!.presets[0]).toMatchObject({ amount: account!.debt, switches_on: ['Интернет дома'] });
    expect(account!.reach.length).toBeGreaterThan(0);
    expect((await ask({ contract_id: '200001' })).body.named).toBeNull();
    expect((await ask({ contract_id: '9' })).body.code).toBe('contract_unknown');
    expect((await ask({ account_no: '9' })).body.code).toBe('account_unknown');
    expect((await ask({})).body.code).toBe('bad_input');
  });
});
