import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { addClient, type Client, type ClientShape } from '../../../test/portal/client.ts';
import { testPortal, type TestPortal } from '../../../test/portal/portal.ts';
import { chargeUpTo } from './charge-run.ts';

const MAIL = 'test@mail.example';

let portal: TestPortal;
let client: Client;
beforeEach(async () => {
  portal = await testPortal({ template: 'empty' });
  client = await add({ balance: 3000_00 });
});

async function add(shape: ClientShape): Promise<Client> {
  const added = await addClient(portal.world, shape);
  await portal.pool.query(`insert into contact (contract_id, kind, value, state) values ($1, 'email', $2, 'active')`, [
    added.contractId,
    `${added.contractId}${MAIL}`,
  ]);
  return added;
}
const want = (contractId = client.contractId, channel = 'mail') =>
  portal.pool.query(`insert into wanted_notice (contract_id, channel, category) values ($1, $2, 'charge')`, [
    contractId,
    channel,
  ]);
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
/** The letters that were ordered, of one kind. */
async function letters(category: 'charge' | 'service'): Promise<{ to: string; subject: string; text: string }[]> {
  const { rows } = await portal.pool.query<{ letter: { to: string; subject: string; text: string } }>(
    `select payload as letter from outbox_effect where kind = 'mail.send' and payload -> 'letters' ->> 'category' = $1
     order by effect_id`,
    [category],
  );
  return rows.map(({ letter: { to, subject, text } }) => ({ to, subject: plain(subject), text: plain(text) }));
}
const shown = async () =>
  (await portal.send(contract.notice.getMessages, {}, client.contractId)).body.map(({ title }) => plain(title));

/** Early on the day; it and all days before are charged. */
async function chargeOn(on: string): Promise<void> {
  portal.clock.set(new Date(`${on}T00:05:00Z`));
  await chargeUpTo(portal.world);
}

describe('charges of a day', () => {
  test('are told once by the channel that was switched on: what, how much, what is left; the portal shows no message', async () => {
    await want();
    await chargeOn('2026-11-30');
    expect(await letters('charge')).toEqual([]);
    await chargeOn('2026-12-01');
    const told = [
      {
        to: `${client.contractId}${MAIL}`,
        subject: '1 декабря списали 1 179 ₽',
        text: 'Счёт «Интернет»: Интернет «Тест» 1 179 ₽.\n\nОсталось 1 821 ₽, хватит до 1 февраля 2027.\n',
      },
    ];
    expect([await letters('charge'), await shown()]).toEqual([told, []]);
    await chargeOn('2026-12-01');
    await chargeOn('2026-12-02');
    expect(await letters('charge')).toEqual(told);
    expect(await shown()).toEqual([]);
  });

  test('of several services are one message with their sum; those of the other account are another one', async () => {
    client = await add({ contractId: 200_002, balance: 3000_00, telephone: true });
    await want();
    await portal.pool.query('update account set credit_limit_kopecks = 100000 where contract_id = $1', [
      client.contractId,
    ]);
    await portal.pool.query(
      `insert into one_time_charge (account_id, what, text, amount_kopecks, day)
       select account_id, 'visit:' || kind, 'Выезд мастера', 50000, '2026-12-01' from account where contract_id = $1`,
      [client.contractId],
    );
    await chargeOn('2026-12-01');
    const told = await letters('charge');
    expect(told.map(({ subject }) => subject)).toEqual(['1 декабря списали 1 679 ₽', expect.any(String)]);
    expect(told[0]?.text).toMatch(/^Счёт «Интернет»: Выезд мастера 500 ₽, Интернет «Тест» 1 179 ₽\./);
    expect(told[1]?.text).toMatch(/^Счёт «Телефон»: .*Выезд мастера 500 ₽/);
  });

  test('that nobody has asked to hear of are told nobody, also if another client has', async () => {
    const other = await add({ contractId: 200_002, balance: 3000_00 });
    await want(other.contractId);
    // By another channel than the letters.
    const third = await add({ contractId: 200_003, balance: 3000_00 });
    await want(third.contractId, 'push');
    await chargeOn('2026-12-01');
    expect((await letters('charge')).map(({ to }) => to)).toEqual([`200002${MAIL}`]);
    const { rows } = await portal.pool.query(`select from message where contract_id = $1`, [client.contractId]);
    expect(rows).toEqual([]);
  });

  test('that were refused for lack of money are not told as charges', async () => {
    const poor = await add({ contractId: 200_002, balance: 5_00 });
    await want(poor.contractId);
    await chargeOn('2026-12-01');
    expect(await letters('charge')).toEqual([]);
  });

  test('of days that are charged late are told by their day', async () => {
    const daily = await add({ contractId: 200_002, balance: 3000_00, fee: 10_00, unit: 'day' });
    await want(daily.contractId);
    await chargeOn('2026-11-24');
    const before = (await letters('charge')).length;
    await chargeOn('2026-11-26');
    expect((await letters('charge')).slice(before).map(({ subject }) => subject)).toEqual([
      '25 ноября списали 10 ₽',
      '26 ноября списали 10 ₽',
    ]);
  });

  test('go to a further contact that has asked for them, and to no other', async () => {
    await portal.pool.query(
      `insert into further_contact (contract_id, kind, address, role, name, wanted, added_at, confirmed_at)
       values ($1, 'email', 'a@mail.example', 'payer', '', '{charge}', now(), now()),
         ($1, 'email', 'b@mail.example', 'payer', '', '{}', now(), now())`,
      [client.contractId],
    );
    await chargeOn('2026-12-01');
    expect((await letters('charge')).map(({ to }) => to)).toEqual(['a@mail.example']);
  });
});

describe('a planned change of plan', () => {
  const plan = async (by: 'client' | 'operator') => {
    const { rows } = await portal.pool.query<{ id: number }>(
      `insert into plan (service_kind, name, summary, price_kopecks, unit, speed_mbit)
       values ('internet', 'Волга 500', '', 69000, 'month', 500) returning plan_id as id`,
    );
    await portal.pool.query(
      `insert into plan_change (user_id, plan_id, from_day, state, made_by, made_at)
       values ($1, $2, '2026-12-01', 'planned', $3, now())`,
      [client.userId, rows[0]!.id, by],
    );
  };

  test('is told once, on the day when it is applied, with its terms', async () => {
    await plan('client');
    await chargeOn('2026-11-30');
    expect(await letters('service')).toEqual([]);
    await chargeOn('2026-12-01');
    await chargeOn('2026-12-02');
    expect(await letters('service')).toEqual([
      {
        to: `${client.contractId}${MAIL}`,
        subject: 'Новый тариф «Волга 500»',
        text:
          'С сегодняшнего дня, как вы просили, у вас тариф «Волга 500»: до 500 Мбит/с, 690 ₽ в месяц.\n\n' +
          'Когда тариф можно сменить снова, сказано на странице услуги.\n',
      },
    ]);
    expect(await shown()).toEqual(['Новый тариф «Волга 500»']);
  });

  test('that is applied although the money does not suffice is told beside the debt', async () => {
    await portal.pool.query('update plan set price_kopecks = 1');
    client = await add({ contractId: 200_003, balance: 5_00 });
    await plan('operator');
    await chargeOn('2026-12-01');
    expect(await shown()).toEqual(expect.arrayContaining(['Новый тариф «Волга 500»', 'Услуги отключены за долг']));
  });
});
