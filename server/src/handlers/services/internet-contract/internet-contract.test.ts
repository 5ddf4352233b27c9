import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { testPortal } from '../../../../test/portal/portal.ts';

const { get, programArrears } = contract.internetContract;
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('returns the contract with its address', async () => {
  const portal = await testPortal();
  const { body } = await portal.send(get, {}, 100_001);
  expect(body).toMatchObject({
    contract_id: 100_001,
    client_name_io: 'Мария Сергеевна',
    is_company: false,
    state: 'active',
    billing_day: 1,
  });
  expect(plain(body.address)).toBe('Тольятти, ул. Юбилейная, 31, кв. 84');
});

test('does not call a boulevard a street', async () => {
  const portal = await testPortal();
  const { body } = await portal.send(get, {}, 100_004);
  expect(plain(body.address)).toBe('Тольятти, Приморский бульвар, 22, кв. 40');
});

test('the last visit is that of the previous session, never of this one', async () => {
  const portal = await testPortal();
  await portal.pool.query('delete from access_token');
  await portal.pool.query('delete from session');
  expect((await portal.send(get, {}, 100_001)).body.last_visit_at).toBeNull();
  await portal.pool.query(`
    insert into session (session_id, kind, contract_id, rotated_at, derivation_key, started_at, last_used_at, expires_at,
      ended_at, end_reason, browser, network)
    select concat(contract_id, last_used_at), 'subscriber', contract_id, last_used_at, '', last_used_at, last_used_at,
      last_used_at, last_used_at, 'signed_out', '', ''
    from (values (100001, timestamptz '2026-11-12T09:00Z'), (100001, '2026-11-05T09:00Z'), (100002, '2026-11-19T09:00Z'))
      as visit (contract_id, last_used_at)`);
  expect((await portal.send(get, {}, 100_001)).body.last_visit_at).toBe('2026-11-12T09:00:00.000Z');
});

test('programs of a blocked account wait for its debt to be paid; without a debt nothing is in arrears', async () => {
  const portal = await testPortal();
  const { body } = await portal.send(programArrears, {}, 100_002);
  expect(body.map(({ text, ...rest }) => ({ ...rest, text: plain(text) }))).toEqual([
    { programm_id: 1252, amount: '628.50', text: '«ТВ с приставкой» ждёт оплаты: долг по счёту «Интернет» 628,50 ₽' },
  ]);
  for (const who of [100_001, 100_003, 100_004]) {
    expect((await portal.send(programArrears, {}, who)).body).toEqual([]);
  }
});

test('a program of a service without debt is not in arrears', async () => {
  const portal = await testPortal();
  await portal.pool.query(`
    with freed as (
      update service_user set state = 'active', reason = null where contract_id = 100002 and user_type = 'tv' returning user_id
    )
    insert into user_program (user_id, program_id, status) select user_id, 1120, 'on' from freed`);
  const { body } = await portal.send(programArrears, {}, 100_002);
  expect(body.map(({ programm_id }) => programm_id)).toEqual([1252]);
});
