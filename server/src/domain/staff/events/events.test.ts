import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { EVENT_KINDS, operatorContract } from '@kabinet/contract/staff';
import { staffDesk } from '../../../../test/portal/staff-desk.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const { events } = operatorContract;
type Listed = Awaited<ReturnType<ReturnType<typeof readerOf>['page']>>;

/** A program that reads page after page from where it stopped. */
function readerOf(portal: TestPortal, limit = 100) {
  const desk = staffDesk(portal);
  let after: number | undefined;
  const page = () =>
    desk.ask(events.list, { query: { limit, ...(after !== undefined && { after: String(after) }) } }, 'owner');
  const rest = async () => {
    const read: Listed['events'] = [];
    for (let more = true; more;) {
      const reply = await page();
      read.push(...reply.events);
      after = reply.next ?? undefined;
      ({ more } = reply);
    }
    return read;
  };
  return { page, rest };
}

const note = (contractId: number, day: string) =>
  `select note_change('contract.changed', ${contractId}, null, '{"what": "${day}"}')`;

test('a reader misses nothing of a transaction that commits after a later one', async () => {
  const portal = await testPortal({ template: 'empty' });
  const reader = readerOf(portal);
  const slow = await portal.pool.connect();
  await slow.query('begin');
  await slow.query(note(1, 'slow'));
  await portal.pool.query(note(2, 'quick'));
  expect((await reader.rest()).map(({ data }) => data.what)).toEqual(['quick']);
  await slow.query('commit');
  slow.release();
  expect((await reader.rest()).map(({ data }) => data.what)).toEqual(['slow']);
});

test('writers at once: every event is read once, those of a contract in the order of its changes', async () => {
  const portal = await testPortal({ template: 'empty' });
  const [writers, changes, contracts] = [6, 25, 4];
  await portal.pool.query('create table turn (contract_id integer primary key, turn integer not null)');
  await portal.pool.query(`insert into turn select n, 0 from generate_series(1, ${contracts}) n`);
  let writing = writers;
  const write = async (writer: number) => {
    const client = await portal.pool.connect();
    for (let change = 0; change < changes; change += 1) {
      const first = 1 + ((writer + change) % contracts);
      await client.query('begin');
      // Another contract is written first, and the transaction stays open for a while: numbers and commits differ in order.
      await client.query(note(100 + writer, String(change)));
      await client.query(`select pg_sleep(${((writer * 7 + change * 3) % 5) / 1000})`);
      await client.query(`update turn set turn = turn + 1 where contract_id = ${first}`);
      await client.query(
        `select note_change('contract.changed', contract_id, null, jsonb_build_object('what', turn::text)) from turn where contract_id = ${first}`,
      );
      await client.query(change % 5 === 4 ? 'rollback' : 'commit');
    }
    client.release();
    writing -= 1;
  };
  const reader = readerOf(portal, 7);
  const read: Listed['events'] = [];
  const reading = async () => {
    while (writing > 0) read.push(...(await reader.rest()));
    read.push(...(await reader.rest()));
  };
  await Promise.all([reading(), ...Array.from({ length: writers }, (_, writer) => write(writer))]);
  await portal.pool.query('drop table turn');
  const ids = read.map(({ event_id }) => event_id);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  // Two events each, of four fifths: the rest was rolled back.
  expect(new Set(ids).size).toBe((writers * changes * 2 * 4) / 5);
  expect(read.length).toBe(ids.length);
  for (const contractId of new Set(read.map(({ contract_id }) => contract_id))) {
    const turns = read.filter((one) => one.contract_id === contractId).map(({ data }) => Number(data.what));
    expect(turns).toEqual(turns.toSorted((a, b) => a - b));
  }
});

test('what a subscriber does leaves its events, and nothing of what he is reached by', async () => {
  const portal = await testPortal();
  const reader = readerOf(portal);
  await reader.rest();
  const body = { kind: 'phone', address: '79270000888', role: 'payer', name: 'Сергей' } as const;
  const { status } = await portal.send(contract.notice.addContact, { body }, 100_001);
  expect(status).toBe(200);
  const read = await reader.rest();
  expect(read).toMatchObject([
    { kind: 'contact.changed', contract_id: 100_001, data: { type: 'phone', state: 'code_sent' } },
  ]);
  expect(JSON.stringify(read)).not.toMatch(/79270000888|Сергей/);
});

test('money, promises and services that the ledger and the desk change are told with their sums', async () => {
  const portal = await testPortal();
  const desk = staffDesk(portal);
  const reader = readerOf(portal);
  await reader.rest();
  const { rows: accounts } = await portal.pool.query<{ account_no: string }>(
    `select account_no from account where contract_id = 100001 and kind = 'i'`,
  );
  const body = { account_no: accounts[0]!.account_no, amount: '100', document: '7', text: 'Оплата в офисе' };
  await desk.ask(operatorContract.office.post, { body }, 'cashier');
  const [paid] = await reader.rest();
  expect(paid).toMatchObject({
    kind: 'money.paid',
    contract_id: 100_001,
    data: { account_no: body.account_no, sum_kopecks: 10_000 },
  });
  const { rows } = await portal.pool.query<{ user_id: number }>(
    `select min(user_id) as user_id from service_user where contract_id = 100001 and user_type = 'isg' and state = 'active'`,
  );
  const userId = rows[0]!.user_id;
  const blocked = { user_id: userId, reason: 'Нужны новые документы' };
  await desk.ask(operatorContract.services.block, { body: { ...blocked, dry_run: 'yes' } }, 'engineer');
  // A rehearsal is taken back, and its events with it.
  expect(await reader.rest()).toEqual([]);
  await desk.ask(operatorContract.services.block, { body: blocked }, 'engineer');
  expect((await reader.rest()).map(({ kind }) => kind)).toContain('service.blocked');
  await desk.ask(operatorContract.services.unblock, { body: { user_id: userId } }, 'engineer');
  expect((await reader.rest()).map(({ kind }) => kind)).toContain('service.opened');
});

test('months are dropped by the setting, and a cursor before them is told so', async () => {
  const portal = await testPortal({ template: 'empty' });
  await portal.pool.query(note(1, 'old'));
  const reader = readerOf(portal);
  expect(await reader.rest()).toHaveLength(1);
  portal.clock.advance(150 * 86_400_000);
  await portal.pool.query(note(1, 'new'));
  await portal.pool.query(`select graphile_worker.add_job('order_events', '{}')`);
  await portal.work();
  expect(await reader.rest()).toMatchObject([{ event_id: 2, data: { what: 'new' } }]);
  portal.clock.advance(150 * 86_400_000);
  await portal.pool.query(note(1, 'newest'));
  await portal.pool.query(`select graphile_worker.add_job('order_events', '{}')`);
  await portal.work();
  const gone = staffDesk(portal).ask(events.list, { query: { after: '1' } }, 'owner');
  await expect(gone).rejects.toMatchObject({ code: 'events_gone' });
  expect(await reader.rest()).toMatchObject([{ event_id: 3 }]);
});

test('the kinds of the contract are those that the database writes', async () => {
  const { pool } = await testPortal({ template: 'empty' });
  const { rows } = await pool.query<{ code: string }>(`
    select string_agg(pg_get_functiondef(oid), '') || (select string_agg(pg_get_triggerdef(oid), '') from pg_trigger where not tgisinternal) as code
    from pg_proc where proname ~ '^note_' and pronamespace = 'public'::regnamespace`);
  const written = [...rows[0]!.code.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, kind]) => kind!);
  expect([...new Set(written)].toSorted()).toEqual(EVENT_KINDS.toSorted());
});

/** Tables of a contract whose changes are no events, each with its reason. */
const NO_EVENT: Readonly<Record<string, string>> = {
  'Sign-in, sessions, rights and looks: the security of a subscriber is his own affair.': `
    access_schedule_change recovery_request staff_change access_schedule_code access_schedule_proof backup_code consent consent_decision contact_consent contact_code contract_share
    credential document_link known_device login_guard number_access passkey passkey_owner password_recovery personal_key
    recovery_only service_key session share_invitation totp service_secret sip_setup_link staff_presence staff_read`,
  'Messages and how they are told.': `
    campaign_recipient message message_read debt_reminder messenger_link muted_notice news_subscription notice_hours push_subscription text_message
    wanted_notice help_desk_message text_message_count`,
  'Derived from what is told, or a part of it.': `
    account_month autopayment_attempt payment_notification cash_desk cash_shift_code order_lease visit_slot service_line autopayment_due cash_operation charge_failure billing_told_balance billing_told_service fee_charged fiscal_receipt incident_compensation incident_number_compensation ledger_entry one_time_charge payment
    payment_agent_operation bank_transfer bank_transfer_undo search_key service_past extra_past contract_past`,
  'What we would have charged while another billing charges: nobody owes it.': `
    shadow_accepted shadow_difference shadow_line shadow_mark`,
  'What the network measures and does, for which it has ways of its own.': `
    call_hour call_leg call_month call_package_use call_record call_total internet_session mail_address mail_erased mail_forward mail_reply
    mail_use mailbox mail_domain radius.refused recorded_network.disconnect recorded_network.provision recorded_network.settings recorded_tv.code
    recorded_tv.command recorded_tv.device radius.accounting radius.outage radius.payment_window radius.reply radius.service radius.typed radius.line_link
    recorded_network.state service_access service_provision service_state sip_line sip.line speed_test tv_code tv_command tv_device tv_look number_block`,
  'Files, papers, notes and the trail of who did what.': `
    support_file audit_event client_paper data_archive incident_report import_former import_opening import_row stored_file staff_exported staff_note telephone_documents telephone_mailing former_document
    idempotency_key payment_link cash_opening_difference`,
  'Who charges a contract is a setting of the provider.': 'charging_source',
  'The events themselves.': 'change_event change_waiting webhook_letter',
};

test('every table of a contract leaves events, or says why not', async () => {
  const { pool } = await testPortal({ template: 'empty' });
  const { rows } = await pool.query<{ name: string; noted: boolean }>(`
    select c.oid::regclass::text as name, exists (
      select from pg_trigger t join pg_proc p on p.oid = t.tgfoid where t.tgrelid = c.oid and p.proname ~ '^note_') as noted
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('information_schema', 'graphile_worker', 'kept')
      and n.nspname !~ '^(pg_|sandbox_)' and exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
          and a.attname in ('contract_id', 'user_id', 'account_id', 'order_id', 'from_contract_id', 'payment_id'))
    order by 1`);
  const reasons = Object.values(NO_EVENT).flatMap((names) => names.trim().split(/\s+/));
  const silent = rows.filter(({ noted }) => !noted).map(({ name }) => name);
  expect(silent.filter((name) => !reasons.includes(name))).toEqual([]);
  expect(
    rows
      .filter(({ name, noted }) => noted && reasons.includes(name) && name !== 'ledger_entry')
      .map(({ name }) => name),
  ).toEqual([]);
});
