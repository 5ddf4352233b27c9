import { expect, test } from 'vitest';
import { databaseBefore } from './former-database.ts';

const rowsOf = (id: number, more: string) => `
  insert into contract (contract_id, client_name, client_name_io, client_name_short, town_id, house, billing_day, opened_on)
    select ${id}, 'Семёнова-Рябова Анна', '', '', town_id, '1', 1, '2025-01-01' from town;
  insert into account (account_id, kind, contract_id, account_no) values (${id}, 'i', ${id}, '20${more}i');
  insert into contact (contract_id, kind, value, state) values (${id}, 'phone', '7927123450${more}', 'active'), (${id}, 'telegram', '12${more}', 'active');
  insert into further_contact (contract_id, kind, address, role, name, added_at) values (${id}, 'email', 'Анна${more}@mail.example', 'payer', 'А', now());
  insert into plan (plan_id, service_kind, name, summary, price_kopecks) values (${id}, 'telephone', 'Т', '', 0);
  insert into phone_number (phone_number, contract_id, account_id, plan_id, state, opened_on) values ('7848255112${more}', ${id}, ${id}, ${id}, 'active', '2025-01-01');
  insert into service_user (user_id, contract_id, account_id, user_type, name, login, address, state, state_since, opened_on)
    values (${id}, ${id}, ${id}, 'isg', 'И', 'Net${more}', '', 'active', now(), '2025-01-01');
  insert into service_access (user_id, bound_mac, seen_mac, seen_at) values (${id}, 'a4:5e:60:c1:22:0${more}', '00:11:22:33:44:0${more}', now());
  insert into tv_device (user_id, device_id, kind, name, serial, is_online) values (${id}, 'd', 'box', 'Б', 'SN 0${more}', false)`;

test('what is there before the migration is found like what comes after it', async () => {
  const { db, migrateOn } = await databaseBefore('0121_search_keys.sql');
  await db.pool.query(`insert into town (name, is_default) values ('Тольятти', true)`);
  await db.pool.query(rowsOf(1001, '1'));
  await migrateOn();
  await db.pool.query(rowsOf(1002, '2'));
  const keysOf = async (id: number) => {
    const { rows } = await db.pool.query<{ of: string }>(
      `select concat_ws(' ', kind, key, words, user_id - contract_id, split_part(source, ':', 1)) as of from search_key where contract_id = $1`,
      [id],
    );
    return rows.map(({ of }) => of.replace(/[12](?=\D|$)/g, 'N')).toSorted();
  };
  const before = await keysOf(1001);
  expect(before).toHaveLength(11);
  expect(before).toEqual(await keysOf(1002));
  const { rows } = await db.pool.query<{ word: string }>('select word from place_word');
  expect(rows).toEqual([{ word: 'тольятти' }]);
});
