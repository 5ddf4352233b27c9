import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { operatorContract } from '@kabinet/contract/staff';
import { testPortal } from '../../../../../test/portal/portal.ts';
import { staffDesk } from '../../../../../test/portal/staff-desk.ts';

const { read } = operatorContract.timeline;
const WHO = '100001';

type Desk = ReturnType<typeof staffDesk>;

async function everything({ ask }: Desk, query: object): Promise<Item[]> {
  const { items, next } = await ask(read, { query });
  return next === null ? items : [...items, ...(await everything({ ask } as Desk, { ...query, cursor: next }))];
}
type Item = Awaited<ReturnType<typeof pageOf>>['items'][number];
const pageOf = ({ ask }: Desk, query: object) => ask(read, { query });

const keyOf = ({ kind, id, text }: Item) => `${kind} ${id} ${text}`;

test('the timeline holds everything once, newest first, however it is cut into pages', async () => {
  const desk = staffDesk(await testPortal());
  await desk.portal.pool.query(`insert into audit_event (happened_at, contract_id, kind, detail)
    select timestamptz '2026-11-19 10:00Z' + n * interval '1 microsecond', 100001, 'signed_in', '{}' from generate_series(1, 40) n`);
  const whole = await everything(desk, { contract_id: WHO, limit: 100 });
  const inSmall = await everything(desk, { contract_id: WHO, limit: 33 });
  // A page is a look, too, so looks come in between.
  const others = (all: readonly Item[]) => all.filter(({ kind }) => kind !== 'look').map(keyOf);
  expect(others(inSmall)).toEqual(others(whole));
  expect(new Set(others(whole)).size).toBe(others(whole).length);
  const { rows } = await desk.portal.pool.query<{ count: number }>(`
    select (select count(*) from ledger_entry join account using (account_id) where contract_id = 100001)
      + (select count(*) from message where contract_id = 100001) + (select count(*) from support_order where contract_id = 100001)
      + (select count(*) from internet_session join service_user using (user_id) where contract_id = 100001)
      + (select count(*) from call_record join call_line on number = phone_number where contract_id = 100001)
      + (select count(*) from audit_event where contract_id = 100001)
      + (select count(*) from plan_change join service_user using (user_id) where contract_id = 100001) as count`);
  expect(others(whole)).toHaveLength(rows[0]!.count);
  const kinds = new Set(whole.map(({ kind }) => kind));
  expect([...kinds].toSorted()).toEqual(['call', 'change', 'charge', 'look', 'message', 'order', 'payment', 'session']);
  const times = whole.filter(({ kind }) => kind !== 'payment' && kind !== 'charge').map(({ at }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
});

test('one kind, and from a day back', async () => {
  const desk = staffDesk(await testPortal());
  const charges = await everything(desk, { contract_id: WHO, kind: 'charge', limit: 100 });
  const own = (await desk.portal.send(contract.internetAccount.statCharges, { query: { limit: 100 } }, 100_001)).body;
  expect(charges.map(({ movement }) => movement)).toEqual(expect.arrayContaining(own.items));
  expect(charges.every(({ kind }) => kind === 'charge')).toBe(true);
  expect(charges.find(({ movement }) => movement?.rate)?.movement?.service_from).toBeTruthy();
  const back = await everything(desk, { contract_id: WHO, until: '2026-10-31', limit: 100 });
  expect(back.length).toBeGreaterThan(0);
  expect(back.every(({ at }) => Date.parse(String(at)) < Date.parse('2026-10-31T20:00Z'))).toBe(true);
  const whole = await everything(desk, { contract_id: WHO, limit: 100 });
  expect(whole.filter(({ at }) => Date.parse(String(at)) < Date.parse('2026-10-31T20:00Z')).map(keyOf)).toEqual(
    back.map(keyOf),
  );
});

test('details are in words and in the zone of the provider', async () => {
  const desk = staffDesk(await testPortal());
  await desk.portal.pool.query(`
    update support_order set state = 'waiting_client', last_text = 'Пришлите фото' where contract_id = 100001;
    update internet_session set started_at = '2026-11-10 06:30Z', stopped_at = '2026-11-10 20:30Z'
      where internet_session_id = (
        select min(internet_session_id) from internet_session join service_user using (user_id) where contract_id = 100001)`);
  const details = async (kind: string) =>
    (await everything(desk, { contract_id: WHO, kind, limit: 100 })).map(({ detail }) => detail ?? '');
  expect(new Set(await details('order'))).toEqual(new Set(['ждём абонента: Пришлите фото']));
  expect(await details('call')).toContainEqual(expect.stringMatching(/^\d+:\d\d:\d\d$/));
  const [call] = await everything(desk, { contract_id: WHO, kind: 'call', limit: 100 });
  expect(call).toMatchObject({
    own_number: expect.stringMatching(/^7\d{10}$/) as string,
    other_number: expect.any(String) as string,
  });
  expect(await details('session')).toContainEqual(expect.stringMatching(/до 11\.11\.2026, 00:30$/));
});

test('a message tells what became of it by each way out of the portal', async () => {
  const desk = staffDesk(await testPortal());
  const body = { contract_id: 100_001, title: 'Завтра работы', text: 'С 10 до 12' };
  await desk.ask(operatorContract.contracts.notify, { body });
  const detail = async () =>
    (await everything(desk, { contract_id: WHO, kind: 'message', limit: 100 })).find(
      ({ text }) => text === 'Завтра работы',
    )?.detail ?? null;
  expect(await detail()).toBeNull();
  await desk.portal.work();
  expect(await detail()).toMatch(/^(?:СМС|письмо) \S.*: отправлено 20\.11\.2026, \d\d:\d\d/);
});

test('an unknown contract, a foreign cursor', async () => {
  const desk = staffDesk(await testPortal());
  await expect(pageOf(desk, { contract_id: '999999' })).rejects.toMatchObject({ code: 'contract_unknown' });
  await expect(pageOf(desk, { contract_id: WHO, cursor: 'session=x' })).rejects.toMatchObject({ code: 'bad_input' });
  await expect(pageOf(desk, { contract_id: WHO, cursor: 'session=1.2; drop' })).rejects.toMatchObject({
    code: 'bad_input',
  });
  await expect(pageOf(desk, { contract_id: WHO, kind: 'gossip' })).rejects.toMatchObject({ code: 'bad_input' });
});
