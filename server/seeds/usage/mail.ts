import { dayStart } from '@kabinet/contract/kernel/zone';
import type { Day } from '@kabinet/contract/kernel/day';
import type pg from 'pg';
import { hashPassword } from '#server/domain/identity/credentials/password.ts';
import { ZONE, at } from '../calendar.ts';
import { COMPANY } from '../people/towns.ts';
import { SERVICE_PASSWORD } from '../people/password.ts';
import { insertRows } from '../rows.ts';
import type { Seeding } from '../seeding.ts';

const DOMAIN = 'volga.example';
const COMPANY_DOMAIN = 'pekarni.example';
const MARIA = 100_001;
const BOX = `kuznetsova84@${DOMAIN}`;
const GIGABYTE = 1024 ** 3;
/** How many days ago the dacha's mailbox was deleted. */
const DELETED_AGO = 14;
const MONTH = 30;

/** Sizes and numbers of mailboxes by plan. */
const MAIL_PLANS = [
  { name: 'Ящик', gigabytes: 1, boxes: 5 },
  { name: 'Дополнительный ящик', gigabytes: 5, boxes: 5 },
  { name: 'Ящик компании', gigabytes: 5, boxes: 50 },
] as const;

/** Adds domains and plans, the mailbox of 100001 with all its features in use, and a deleted mailbox. */
export async function addMail({ client, calendar, catalogue }: Seeding): Promise<void> {
  await insertRows(client, 'mail_domain', [
    { domain: DOMAIN, contract_id: null },
    { domain: COMPANY_DOMAIN, contract_id: COMPANY },
  ]);
  await insertRows(
    client,
    'mail_plan',
    MAIL_PLANS.map(({ name, gigabytes, boxes }) => ({
      plan_id: catalogue.plan(name),
      quota_bytes: gigabytes * GIGABYTE,
      boxes,
    })),
  );
  const box = await idOf(client, BOX);
  const known = { user_id: box, is_own: false, added_at: at(calendar.ago(200), '19:20') };
  await insertRows(client, 'mail_address', [
    { ...known, address: `mk84@${DOMAIN}` },
    { ...known, address: `dom31@${DOMAIN}` },
  ]);
  await insertRows(client, 'mail_forward', [{ user_id: box, target: 'maria.k@mail.example', is_on: true, tries: 0 }]);
  const [from, until] = [calendar.ahead(6), calendar.ahead(13)];
  await insertRows(client, 'mail_reply', [
    {
      user_id: box,
      is_on: true,
      subject: 'Я в отпуске',
      body: 'Прочитаю письмо, когда вернусь. Срочное: +7 927 000-45-67.',
      from_day: from,
      until_day: until,
      from_at: dayStart(from, ZONE),
      until_at: dayStart(calendar.ahead(14), ZONE),
    },
  ]);
  await addDeleted({ client, calendar, catalogue });
  await measure(client, calendar.today);
}

async function idOf(client: pg.ClientBase, address: string): Promise<number> {
  const { rows } = await client.query<{ id: string }>('select user_id as id from mailbox where address = $1', [
    address,
  ]);
  return Number(rows[0]?.id);
}

async function addDeleted({ client, calendar, catalogue }: Pick<Seeding, 'client' | 'calendar' | 'catalogue'>) {
  const address = `dacha@${DOMAIN}`;
  const deletedOn = calendar.ago(DELETED_AGO);
  await client.query(
    `with made as (
       insert into service_user
         (contract_id, account_id, user_type, name, login, address, state, state_since, plan_id, opened_on, closed_on)
       select contract_id, account_id, 'mail', $2, $2, $2, 'closed', $3, $4, $5, $6
       from account where contract_id = $1 and kind = 'i' returning user_id
     ), box as (
       insert into mailbox (user_id, address, quota_bytes, used_bytes, used_messages, kept_until)
       select user_id, $2, $7, $8, 412, $9 from made
     )
     insert into service_secret (user_id, form, secret, changed_at)
     select user_id, 'argon2id', convert_to($10, 'UTF8'), $3 from made`,
    [
      MARIA,
      address,
      at(deletedOn, '11:40'),
      catalogue.plan('Ящик'),
      calendar.ago(400),
      deletedOn,
      GIGABYTE,
      Math.round(0.3 * GIGABYTE),
      calendar.ahead(MONTH - DELETED_AGO),
      await hashPassword(SERVICE_PASSWORD),
    ],
  );
}

/** Adds measurements of mailboxes: each has grown by a fifth within a month, last measured this morning. */
async function measure(client: pg.ClientBase, today: Day): Promise<void> {
  await client.query(
    `update mailbox set used_messages = 40 + used_bytes / 1500000, measured_at = ($1::date + time '08:00') at time zone $2
     where kept_until is null`,
    [today, ZONE],
  );
  await client.query(
    `insert into mail_use (user_id, day, bytes)
     select user_id, $1::date - ago, used_bytes * (150 - ago) / 150
     from mailbox cross join generate_series(0, $2::int) ago where kept_until is null`,
    [today, MONTH],
  );
}
