import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { operatorContract } from '@kabinet/contract/staff';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { staffDesk } from '../../../../test/portal/staff-desk.ts';

const WHO = 100_001;
const { block, connect, unblock, endSession, bindDevice, unlock } = operatorContract.services;
const { show } = operatorContract.card;
const { read } = operatorContract.timeline;

let portal: TestPortal;
let ask: ReturnType<typeof staffDesk>['ask'];
let id: number;

beforeEach(async () => {
  portal = await testPortal();
  ({ ask } = staffDesk(portal));
  const { body } = await portal.send(contract.user.list, { query: { user_type: 'internet' } }, WHO);
  id = body[0]!.user_id;
});

const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');
const service = async () =>
  (await portal.send(contract.user.list, {}, WHO)).body.find(({ user_id }) => user_id === id)!;
const balance = async () => (await portal.send(contract.internetAccount.get, {}, WHO)).body.balance;
const cents = (sum: unknown) => Math.round(Number(sum) * 100);
const due = async (kind: string) =>
  (await portal.pool.query(`select from outbox_effect where kind = $1 and state = 'due'`, [kind])).rowCount;
const lines = async () => {
  const { items } = await ask(read, { query: { contract_id: WHO, kind: 'change', limit: 3 } });
  return items.map(({ text, who }) => `${who ?? ''}: ${text}`);
};
const set = (change: string) => portal.pool.query(change.replaceAll('$ID', String(id)));
const REASON = 'Договор просрочен: нужны новые документы';

describe('a block by the provider', () => {
  const asEngineer = (body: object) => ask(block, { body: { user_id: id, reason: REASON, ...body } }, 'engineer');

  test('gives back the days that are left, is told with its reason, and is the broken link of the card', async () => {
    await portal.work();
    const before = await balance();
    const rehearsed = await asEngineer({ dry_run: 'yes' });
    expect([rehearsed.rehearsed, (await service()).state, await balance()]).toEqual([true, 'active', before]);
    const done = await asEngineer({ version: rehearsed.version });
    expect({ ...done, rehearsed: true, version: rehearsed.version }).toEqual(rehearsed);
    expect(cents(done.charge_now)).toBeLessThan(0);
    expect(done.switches_off).toEqual(['Интернет']);
    expect([done.price.was?.amount, done.price.will, done.monthly.will]).toEqual(['550.00', null, '0.00']);
    expect(cents(before) - cents(await balance())).toBe(cents(done.charge_now));
    const { state, reason, state_text } = await service();
    expect([state, reason]).toEqual(['blocked', 'operator']);
    expect(plain(state_text)).toBe(
      `Отключено провайдером с 20 ноября: ${REASON}. Пока не списываем. Вопросы — в поддержку: +7 8482 00-12-34`,
    );
    const { chain } = await ask(show, { query: { contract_id: WHO } });
    expect([chain.broken, plain(chain.finding.lead)]).toEqual(['service', plain(state_text)]);
    const [message] = (await portal.send(contract.notice.getMessages, {}, WHO)).body;
    expect(plain(message?.body)).toContain(`Причина: ${REASON}.`);
    expect(await due('service.provision')).toBe(1);
    expect(await lines()).toContain(`Анна: Интернет: закрыли. ${REASON}`);
    expect(await portal.world.db.read(verifyLedger)).toEqual([]);
  });

  test('costs nothing for days, and ends with the charge of what is left of the month', async () => {
    await asEngineer({});
    const other = await portal.send(contract.user.list, { query: { user_type: 'internet' } }, 100_002);
    await ask(block, { body: { user_id: other.body[0]!.user_id, reason: REASON } }, 'engineer');
    await portal.work();
    const before = await balance();
    portal.clock.advance(2 * 86_400_000);
    const will = await ask(unblock, { body: { user_id: id, dry_run: 'yes' } }, 'accountant');
    const { version, ...done } = await ask(unblock, { body: { user_id: id, version: will.version } }, 'accountant');
    expect({ ...done, rehearsed: true, version: will.version }).toEqual(will);
    expect(version).toBeGreaterThan(will.version);
    expect(done.switches_on).toEqual(['Интернет']);
    expect(cents(done.charge_now)).toBeGreaterThan(0);
    expect(cents(before) - cents(await balance())).toBe(cents(done.charge_now));
    expect([done.price.was, done.price.will?.amount, done.monthly.was]).toEqual([null, '550.00', '0.00']);
    expect((await service()).state).toBe('active');
    expect(await due('service.provision')).toBe(1);
    const { rows } = await portal.pool.query(
      'select user_id::int as id, lifted_at is not null as lifted from service_block order by lifted desc',
    );
    expect(rows).toEqual([
      { id, lifted: true },
      { id: other.body[0]!.user_id, lifted: false },
    ]);
    const titles = (await portal.send(contract.notice.getMessages, {}, WHO)).body.map(({ title }) => plain(title));
    expect(titles).toContain('Услуга «Интернет» снова работает');
    expect(titles).not.toContain('Услугу «Интернет» отключили');
    expect(await portal.world.db.read(verifyLedger)).toEqual([]);
  });

  test('is refused for what is closed already, and its end for what nobody has closed', async () => {
    await expect(ask(unblock, { body: { user_id: id } }, 'engineer')).rejects.toThrow(
      'Провайдер эту услугу не закрывал',
    );
    await asEngineer({});
    await expect(asEngineer({})).rejects.toThrow('Провайдер уже закрыл эту услугу');
    await set(`update service_user set state = 'paused', reason = null where user_id = $ID`);
    await expect(asEngineer({})).rejects.toMatchObject({ code: 'change_not_allowed' });
  });

  test('of a service of a debtor ends, and the debt keeps it closed', async () => {
    const { body: own } = await portal.send(contract.user.list, { query: { user_type: 'internet' } }, 100_002);
    const { user_id } = own[0]!;
    const { plans } = (await portal.send(contract.plan.options, { params: { id: user_id } }, 100_002)).body;
    const { plan_id } = plans.find(({ control }) => control.status === 'off')!;
    const changed = await portal.send(contract.plan.change, { body: { user_id, plan_id, when: 'now' } }, 100_002);
    expect(changed.status).toBe(200);
    // In debt the return to the former plan is not offered, so nothing ends.
    expect((await ask(block, { body: { user_id, reason: REASON } }, 'engineer')).ends_undo).toBeNull();
    const done = await ask(unblock, { body: { user_id } }, 'engineer');
    expect([done.switches_on, done.notes]).toEqual([
      [],
      ['Услуга останется отключённой за долг, пока счёт не пополнят'],
    ]);
    const { body: after } = await portal.send(contract.user.list, { query: { user_type: 'internet' } }, 100_002);
    expect(after[0]!.reason).toBe('debt');
    const titles = (await portal.send(contract.notice.getMessages, {}, 100_002)).body.map(({ title }) => plain(title));
    expect(titles).not.toContain('Услуга «Интернет» снова работает');
    expect(titles).not.toContain('Услугу «Интернет» отключили');
  });

  test('is told at once, at night, too', async () => {
    const heard: string[] = [];
    portal.world.outside.sms.send = ({ text }) => Promise.resolve(void heard.push(text));
    await set('update program set gives_sms = false');
    // Eleven in the evening.
    portal.clock.set(new Date('2026-11-20T19:00:00Z'));
    await asEngineer({});
    await portal.work();
    expect(heard.map(plain)).toContainEqual(expect.stringContaining(`Услугу «Интернет» отключили: ${REASON}.`));
  });

  test('that ends in hours closed by the access schedule leaves the service to the schedule', async () => {
    await set(`delete from access_schedule where user_id = $ID;
      insert into access_schedule (user_id, is_on, rules) values ($ID, true, '[]')`);
    await asEngineer({});
    await ask(unblock, { body: { user_id: id } }, 'engineer');
    const { state, reason } = await service();
    expect([state, reason]).toEqual(['blocked', 'schedule']);
  });

  test('of two at once one is made, and the other learns of it', async () => {
    const { version } = await ask(show, { query: { contract_id: WHO } });
    const results = await Promise.allSettled([asEngineer({ version }), asEngineer({ version })]);
    const refused = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ code: 'changed_meanwhile' });
    expect((await portal.pool.query('select from service_block')).rowCount).toBe(1);
  });

  test('is nothing for the first line', async () => {
    await expect(ask(block, { body: { user_id: id, reason: REASON } }, 'support')).rejects.toMatchObject({
      code: 'role_not_allowed',
    });
  });
});

describe('the cure', () => {
  const OLD = 'a4:5e:60:c1:22:33';
  const SEEN = '00:11:22:33:44:55';
  const stale = () =>
    set(`
      update service_user set state = 'blocked', reason = 'binding_stale', state_since = now() where user_id = $ID;
      insert into service_access (user_id, bound_mac, seen_mac, seen_at) values ($ID, '${OLD}', '${SEEN}', '2026-11-20 08:00Z')
      on conflict (user_id) do update set bound_mac = excluded.bound_mac, seen_mac = excluded.seen_mac, seen_at = excluded.seen_at`);

  test.each(['0a000aaa0a:00', 'a4:5e-60:c1:22:33', 'a4:5e:60:c1:22', 'a4:5e:60:c1:22:3g'])(
    'a MAC is written in one way from its beginning to its end: not %s',
    async (mac) => {
      await expect(ask(bindDevice, { body: { user_id: id, mac } })).rejects.toMatchObject({ code: 'bad_input' });
    },
  );

  test('binds the router that was seen, and opens what the old one has closed', async () => {
    await stale();
    const wanted = { user_id: id };
    const told = { contract_id: WHO, was: OLD, mac: SEEN, lifted: true };
    expect(await ask(bindDevice, { body: { ...wanted, dry_run: 'yes' } })).toEqual({ ...told, rehearsed: true });
    expect((await service()).reason).toBe('binding_stale');
    expect(await ask(bindDevice, { body: wanted })).toEqual({ ...told, rehearsed: false });
    expect((await service()).state).toBe('active');
    const { bound_mac } = (await portal.send(contract.internetUser.autoAuth, { params: { id } }, WHO)).body;
    expect(bound_mac).toBe(SEEN);
    expect(await lines()).toContain(`Анна: Интернет: привязали роутер ${SEEN}`);
  });

  test('binds a router by its MAC, in any spelling, and leaves a working service as it is', async () => {
    const { lifted, mac } = await ask(bindDevice, { body: { user_id: id, mac: 'AA-BB-CC-DD-EE-01' } });
    expect([lifted, mac]).toEqual([false, 'aa:bb:cc:dd:ee:01']);
    expect((await service()).state).toBe('active');
    await stale();
    expect(await ask(bindDevice, { body: { user_id: id, mac: OLD } })).toMatchObject({ mac: OLD, lifted: true });
    const wrong = ask(bindDevice, { body: { user_id: id, mac: 'роутер' } });
    await expect(wrong).rejects.toMatchObject({ code: 'bad_input' });
  });

  test('has nothing to bind if the network has seen nobody, or if it is no line', async () => {
    await set(`delete from internet_session where user_id = $ID; delete from service_access where user_id = $ID`);
    await expect(ask(bindDevice, { body: { user_id: id } })).rejects.toThrow(/Сеть не видит роутера/);
    const { rows } = await portal.pool.query<{ id: string }>(
      `select user_id::text as id from service_user where user_type = 'tv' limit 1`,
    );
    await expect(ask(bindDevice, { body: { user_id: rows[0]!.id } })).rejects.toThrow('Это бывает только у интернета');
  });

  test('unlocks a login, more often than the subscriber may; his journal names who', async () => {
    for (let time = 1; time <= 4; time++) {
      await set(
        `update service_user set state = 'blocked', reason = 'login_locked', state_since = now() where user_id = $ID`,
      );
      const done = await ask(unlock, { body: { user_id: id } });
      expect(done).toEqual({
        contract_id: WHO,
        rehearsed: false,
        lifted: 'login_locked',
        state: 'active',
        reason: null,
      });
    }
    expect((await lines())[0]).toBe('Анна: разблокировали услугу');
    const { unlocks_left } = (await portal.send(contract.internetUser.autoAuth, { params: { id } }, WHO)).body;
    expect(unlocks_left).toBe(3);
    await set(`update service_user set state = 'blocked', reason = 'operator' where user_id = $ID`);
    await expect(ask(unlock, { body: { user_id: id } })).rejects.toThrow(/Услугу закрыл провайдер/);
  });

  test('a visit is recorded with the port and the router at once; an address that was given stays', async () => {
    await set(`
      insert into service_line (user_id, address, sessions) values ($ID, '10.84.7.7', 2)
        on conflict (user_id) do update set address = excluded.address, circuit = null, sessions = 2;
      update service_user set state = 'connecting', reason = null where user_id = $ID`);
    const body = { user_id: id, circuit: 'olt-3 eth 0/1/2:101', mac: 'a4:5e:60:c1:22:33' };
    expect(await ask(connect, { body }, 'engineer')).toEqual({ contract_id: WHO, rehearsed: false, state: 'active' });
    const { rows } = await portal.pool.query(
      `select host(address) as ip, circuit, sessions, bound_mac::text as mac from service_line join service_access using (user_id)
       where user_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ ip: '10.84.7.7', circuit: body.circuit, sessions: 2, mac: body.mac }]);
    await expect(ask(connect, { body }, 'engineer')).rejects.toMatchObject({ code: 'service_not_connecting' });
  });

  test('ends the sessions that are on, each ordered once', async () => {
    await set(`
      update internet_session set stopped_at = greatest(started_at, now()) where user_id = $ID and stopped_at is null;
      insert into internet_session (user_id, started_at, address, bytes_in, bytes_out)
      values ($ID, '2026-11-20 05:30Z', '10.84.1.7', 0, 0), ($ID, '2026-11-20 06:30Z', '10.84.1.8', 0, 0)`);
    await portal.pool.query(`update outbox_effect set state = 'done', done_at = now() where state <> 'done'`);
    const rehearsed = await ask(endSession, { body: { user_id: id, dry_run: 'yes' } });
    expect(rehearsed).toEqual({ contract_id: WHO, rehearsed: true, sessions: 2 });
    expect(await due('network.end-session')).toBe(0);
    expect(await ask(endSession, { body: { user_id: id } })).toEqual({ ...rehearsed, rehearsed: false });
    await ask(endSession, { body: { user_id: id } });
    expect(await due('network.end-session')).toBe(2);
    await set(`update internet_session set stopped_at = greatest(started_at, now()) where user_id = $ID`);
    expect((await ask(endSession, { body: { user_id: id } })).sessions).toBe(0);
  });
});
