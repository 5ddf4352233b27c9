import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { notify } from '#server/domain/messaging/notify.ts';
import { unsubscribe } from '#server/domain/messaging/unsubscribe.ts';
import type { Category, Notice } from '#server/domain/messaging/notice.ts';
import type { Outside } from '#server/integrations/port.ts';
import { deleteStale } from '#server/jobs/clean-up.queries.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const { contacts, addContact, resendContact, activateContact, changeContact, removeContact } = contract.notice;
const { setMobile, activateMobile, mobileSettings } = contract.notice;
const [OWNER, OTHER, ALONE] = [100_001, 100_002, 100_003];
const [FIRST, SERGEY, NEW] = ['79270000184', '79270000290', '79270001122'];
const [FIRST_MAIL, MAIL] = ['kuznetsova84@mail.example', 'sergey@mail.example'];
const PASSWORD = 'demo-kabinet';

let portal: TestPortal;
let heard: { to: string; text: string; subject?: string }[];

const listening = (outside: Outside): Outside => {
  heard = [];
  const send = (one: { to: string; text: string }) => Promise.resolve(void heard.push(one));
  return { ...outside, mail: { send }, sms: { send } };
};

beforeEach(async () => {
  portal = await testPortal({ throughOutside: listening });
  await portal.pool.query('delete from further_contact');
  await portal.pool.query('update program set gives_sms = false');
  // In the day: nothing waits for the end of the quiet hours.
  portal.clock.set(new Date('2026-11-20T08:00:00Z'));
});

type Role = 'owner' | 'payer' | 'technical';
const add = (address: string, role: Role = 'payer', who = OWNER) => {
  const kind = address.includes('@') ? 'email' : 'phone';
  return portal.send(addContact, { body: { kind, address, role, name: 'Сергей' } as never }, who);
};
const listed = async (who = OWNER) => (await portal.send(contacts, {}, who)).body.contacts;
const idOf = async (address: string, who = OWNER) =>
  (await listed(who)).find((one) => one.address === address)!.contact_id;
const toldTo = async (to: string) => {
  await portal.work();
  return heard.filter((one) => one.to === to).map(({ text }) => text);
};
const codeTo = async (to: string) => /\d{6}/.exec((await toldTo(to)).at(-1)!)![0];
const type = async (address: string, code: string, who = OWNER) =>
  portal.send(activateContact, { body: { contact_id: await idOf(address, who), code } }, who);
/** What is on its way has come, and is forgotten. */
async function forget(): Promise<void> {
  await portal.work();
  heard.length = 0;
}
/** Added and confirmed. */
async function have(address: string, role: Role = 'payer', who = OWNER): Promise<void> {
  expect((await add(address, role, who)).status).toBe(200);
  expect((await type(address, await codeTo(address), who)).status).toBe(200);
  await forget();
}
const noticeOf = (category: Category): Notice<object> => ({
  name: `test.${category}`,
  category,
  shownDays: 1,
  portal: () => ({ title: 'Новость', body: '<p>Текст</p>' }),
});
const tell = (category: Category) =>
  portal.world.db.write((tx) =>
    notify(tx, noticeOf(category), OWNER, {}, { now: portal.clock.now(), zone: portal.world.provider.time_zone }),
  );
const toldOf = async (category: Category) => {
  await forget();
  await tell(category);
  await portal.work();
  return heard.map(({ to }) => to).toSorted();
};

describe('a further contact', () => {
  test('is added with its role, gets a code, and is told nothing before the code is typed', async () => {
    const added = await add('8 927 000-02-90');
    expect(added.body.contacts).toEqual([
      {
        contact_id: expect.any(Number) as number,
        kind: 'phone',
        address: SERGEY,
        role: 'payer',
        name: 'Сергей',
        is_active: false,
        kinds: ['debt', 'payment', 'autopayment'],
        waiting: {
          sent_at: '2026-11-20T08:00:00.000Z',
          expires_at: '2026-11-20T08:10:00.000Z',
          again_at: '2026-11-20T08:01:00.000Z',
          tries_left: 5,
        },
      },
    ]);
    expect(await toldTo(SERGEY)).toEqual([expect.stringMatching(/^\d{6} — код, чтобы подтвердить этот номер/)]);
    expect(await toldOf('payment')).not.toContain(SERGEY);
  });

  test('is active once its code is typed; the owner hears of it by every channel', async () => {
    await add(SERGEY);
    const code = await codeTo(SERGEY);
    heard.length = 0;
    const done = await type(SERGEY, code);
    expect(done.body.contacts).toMatchObject([{ address: SERGEY, is_active: true, waiting: null }]);
    expect(done.body.left).toEqual({ phone: 3, email: 4 });
    expect((await toldTo(FIRST))[0]).toContain('Телефон добавлен: +7\u00a0•••\u00a0•••-02-90, плательщик');
    expect(heard.map(({ to }) => to).toSorted()).toEqual([FIRST, FIRST_MAIL]);
    expect(await type(SERGEY, code)).toMatchObject({ status: 403, body: { code: 'code_wrong' } });
    await add(MAIL);
    expect((await listed()).map(({ address }) => address)).toEqual([MAIL, SERGEY]);
  });

  test('a wrong code is refused, and one may be asked for again after a minute', async () => {
    await add(SERGEY);
    const code = await codeTo(SERGEY);
    const wrong = await type(SERGEY, code === '000000' ? '111111' : '000000');
    expect(wrong).toMatchObject({ status: 403, body: { code: 'code_wrong' } });
    const body = { contact_id: (await idOf(SERGEY)) as never };
    const soon = await portal.send(resendContact, { body }, OWNER);
    expect(soon).toMatchObject({ status: 429, body: { code: 'code_too_soon' } });
    portal.clock.advance(60_000);
    expect((await portal.send(resendContact, { body }, OWNER)).status).toBe(200);
    expect(await type(SERGEY, code)).toMatchObject({ status: 403 });
    expect((await type(SERGEY, await codeTo(SERGEY))).status).toBe(200);
    const late = await portal.send(resendContact, { body }, OWNER);
    expect(late).toMatchObject({ status: 409, body: { code: 'contact_known' } });
  });

  test('of the contract already is refused, five of a kind are the most', async () => {
    expect(await add(FIRST)).toMatchObject({ status: 409, body: { code: 'contact_known' } });
    await have(SERGEY);
    expect(await add(SERGEY)).toMatchObject({ status: 409, body: { code: 'contact_known' } });
    for (const last of [1, 2, 3]) expect((await add(`7927000100${last}`)).status).toBe(200);
    expect(await add('79270001009')).toMatchObject({ status: 409, body: { code: 'contacts_too_many' } });
    expect((await add(MAIL)).body.left).toEqual({ phone: 0, email: 3 });
  });

  test('of several asked for at once, no more than five are added', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, (_, n) => add(`7927000200${n}`)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(4);
  });

  test('is removed: the owner hears of it, and so does the removed one', async () => {
    await have(MAIL, 'technical');
    const body = { contact_id: (await idOf(MAIL)) as never };
    expect((await portal.send(removeContact, { body }, OWNER)).body.contacts).toEqual([]);
    expect((await toldTo(MAIL))[0]).toContain('Уведомления по договору 100001 сюда больше не приходят.');
    expect((await toldTo(FIRST))[0]).toContain('Почта удалена');
    expect((await portal.send(removeContact, { body }, OWNER)).status).toBe(404);
  });

  test('of an owner is told of its end like an owner, once; who was never confirmed and what stays as it is are not told', async () => {
    await have(NEW, 'owner');
    await add(SERGEY);
    await forget();
    const change = async (address: string, role: Role) =>
      portal.send(changeContact, { body: { contact_id: await idOf(address), role, name: 'Илья', kinds: [] } }, OWNER);
    await change(SERGEY, 'technical');
    await change(NEW, 'owner');
    await portal.work();
    expect(heard).toEqual([]);
    await portal.send(removeContact, { body: { contact_id: await idOf(NEW) } }, OWNER);
    expect(await toldTo(NEW)).toEqual([expect.stringContaining('Телефон удалён') as string]);
  });

  test.each(['removed', 'made a payer'])(
    'of an owner, %s, replaces no forgotten password by the code it has',
    async (how) => {
      await have(NEW, 'owner');
      portal.clock.advance(24 * 3_600_000);
      const { recovery } = (await portal.send(contract.recovery.begin, { body: { login: NEW, by: 'phone' } })).body;
      const code = await codeTo(NEW);
      await portal.send(contract.auth.confirm, { body: { password: PASSWORD } }, OWNER);
      const id = { contact_id: (await idOf(NEW)) as never };
      const { status } =
        how === 'removed'
          ? await portal.send(removeContact, { body: id }, OWNER)
          : await portal.send(changeContact, { body: { ...id, role: 'payer', name: '', kinds: [] } }, OWNER);
      expect(status).toBe(200);
      const late = await portal.send(contract.recovery.finish, {
        body: { recovery, code, new_password: 'два верблюда' },
      });
      expect(late).toMatchObject({ status: 403, body: { code: 'code_wrong' } });
    },
  );

  test('needs a confirmed session', async () => {
    portal.clock.advance(6 * 60_000);
    const token = await portal.tokenOf(OWNER);
    portal.clock.advance(6 * 60_000);
    const body = { kind: 'phone', address: NEW, role: 'payer', name: '' } as never;
    const headers = { authorization: `Bearer ${token}` };
    const refused = await portal.send(addContact, { body }, undefined, headers);
    expect(refused).toMatchObject({ status: 403, body: { code: 'confirmation_required' } });
  });
});

describe('a role', () => {
  test.each([
    ['debt', [SERGEY]],
    ['payment', [SERGEY]],
    ['autopayment', [SERGEY]],
    ['service', [MAIL]],
    ['support', [MAIL]],
    ['security', []],
    ['news', []],
  ] as const)('%s is told to whom it concerns', async (category, whom) => {
    await have(SERGEY, 'payer');
    await have(MAIL, 'technical');
    expect(await toldOf(category)).toEqual([FIRST, FIRST_MAIL, ...whom].toSorted());
  });

  test('an owner is told everything, also of security', async () => {
    await have(NEW, 'owner');
    for (const category of ['debt', 'support', 'security'] as const) {
      expect.soft(await toldOf(category), category).toContain(NEW);
    }
  });

  test('a payer hears whose contract it is', async () => {
    await have(SERGEY);
    await tell('payment');
    expect((await toldTo(SERGEY))[0]).toMatch(/^Договор 100001\. Новость/);
    expect((await toldTo(FIRST))[0]).toMatch(/^Новость/);
    await portal.pool.query(`update contract set printed_no = 'ЮЛ-30003/17' where contract_id = 100001`);
    await tell('payment');
    expect(await toldTo(SERGEY)).toContainEqual(expect.stringMatching(/^Договор ЮЛ-30003\/17\. Новость/));
  });

  test('what it does not want to hear is its own choice, apart from the first contact', async () => {
    await have(SERGEY);
    const change = { contact_id: (await idOf(SERGEY)) as never, role: 'payer' as const, name: 'Сергей' };
    const body = { ...change, kinds: ['debt' as const, 'support' as const] };
    const changed = await portal.send(changeContact, { body }, OWNER);
    expect(changed.body.contacts).toMatchObject([{ kinds: ['debt'] }]);
    expect(await toldOf('payment')).toEqual([FIRST, FIRST_MAIL]);
    await portal.send(contract.notice.choose, { body: { kind: 'debt', channel: 'sms', is_on: false } }, OWNER);
    expect(await toldOf('debt')).toEqual([SERGEY, FIRST_MAIL].toSorted());
  });

  test('of charges is told only who has asked for them, and no more after a letter about them was left', async () => {
    await have(MAIL);
    const change = { contact_id: (await idOf(MAIL)) as never, role: 'payer' as const, name: 'Сергей' };
    expect(await toldOf('charge')).toEqual([]);
    const as = (role: 'payer' | 'technical') =>
      portal.send(changeContact, { body: { ...change, role, kinds: ['charge', 'debt'] } }, OWNER);
    expect((await as('payer')).body.contacts).toMatchObject([{ kinds: ['debt', 'charge'] }]);
    expect(await toldOf('charge')).toEqual([MAIL]);
    expect(await toldOf('payment')).not.toContain(MAIL);
    await portal.world.db.write((tx) =>
      unsubscribe(tx, { contractId: OWNER, furtherId: change.contact_id, category: 'charge' }),
    );
    expect(await listed()).toMatchObject([{ kinds: ['debt'] }]);
    expect((await as('technical')).body.contacts).toMatchObject([{ kinds: [] }]);
    expect(await toldOf('charge')).toEqual([]);
  });

  test('of another role the owner and the contact are told', async () => {
    await have(SERGEY);
    const body = { contact_id: (await idOf(SERGEY)) as never, role: 'technical' as const, name: 'Илья', kinds: [] };
    await portal.send(changeContact, { body }, OWNER);
    expect((await toldTo(SERGEY))[0]).toContain('Договор 100001: теперь вы технический контакт');
    expect((await toldTo(FIRST))[0]).toContain('Телефон теперь с другой ролью');
  });

  test('only an owner signs in', async () => {
    const enter = async () => {
      portal.clock.advance(60_000);
      return (await portal.send(contract.auth.token, { body: { login: SERGEY, password: PASSWORD } })).status;
    };
    await add(SERGEY, 'owner');
    expect(await enter()).toBe(401);
    await type(SERGEY, await codeTo(SERGEY));
    expect(await enter()).toBe(200);
    const body = { contact_id: (await idOf(SERGEY)) as never, role: 'payer' as const, name: '', kinds: [] };
    await portal.send(contract.auth.confirm, { body: { password: PASSWORD } }, OWNER);
    expect((await portal.send(changeContact, { body }, OWNER)).status).toBe(200);
    expect(await enter()).toBe(401);
  });

  test('a forgotten password is replaced by a code to the owner’s contact that was typed', async () => {
    await have('79270005566', 'owner');
    portal.clock.advance(60_000);
    await have(NEW, 'owner');
    await have(SERGEY, 'payer');
    // A new one waits a day.
    portal.clock.advance(24 * 3_600_000);
    await portal.send(contract.recovery.begin, { body: { login: NEW, by: 'phone' } });
    expect((await toldTo(NEW))[0]).toContain('придумать новый пароль');
    expect([...(await toldTo(FIRST)), ...(await toldTo('79270005566'))]).toEqual([]);
    await portal.send(contract.recovery.begin, { body: { login: NEW, by: 'email' } });
    expect((await toldTo(FIRST_MAIL)).at(-1)).toContain('придумать новый пароль');
    await portal.send(contract.recovery.begin, { body: { login: SERGEY, by: 'phone' } });
    expect(await toldTo(SERGEY)).toEqual([]);
    // Whoever is no longer an owner when the code is sent does not get it.
    await forget();
    portal.clock.advance(60_000);
    await portal.send(contract.recovery.begin, { body: { login: NEW, by: 'phone' } });
    await portal.pool.query(`update further_contact set role = 'payer' where address = $1`, [NEW]);
    expect(await toldTo(NEW)).toEqual([]);
    expect((await toldTo(FIRST))[0]).toContain('придумать новый пароль');
  });
});

describe('one address in two contracts', () => {
  test('may pay for both, but is a login of one', async () => {
    await have(SERGEY, 'payer');
    await have(SERGEY, 'payer', OTHER);
    const asOwner = (who: number) => async (id: never) =>
      portal.send(changeContact, { body: { contact_id: id, role: 'owner', name: '', kinds: [] } }, who);
    expect((await asOwner(OWNER)((await idOf(SERGEY)) as never)).status).toBe(200);
    const second = await asOwner(OTHER)((await idOf(SERGEY, OTHER)) as never);
    expect(second).toMatchObject({ status: 409, body: { code: 'contact_taken' } });
    // Nor does it become the first phone of a third contract.
    await portal.send(setMobile, { body: { phone_number: SERGEY } }, ALONE);
    const third = await portal.send(activateMobile, { body: { code: await codeTo(SERGEY) } }, ALONE);
    expect(third).toMatchObject({ status: 409, body: { code: 'contact_taken' } });
  });

  test('an owner’s phone of another contract is refused only to whoever types its code', async () => {
    expect((await add(FIRST, 'owner', OTHER)).status).toBe(200);
    const refused = await type(FIRST, await codeTo(FIRST), OTHER);
    expect(refused).toMatchObject({ status: 409, body: { code: 'contact_taken' } });
    expect(await listed(OTHER)).toMatchObject([{ is_active: false }]);
  });

  test('one that becomes the first of its contract is further no more', async () => {
    await have(NEW, 'owner');
    await have(SERGEY, 'technical');
    await have(NEW, 'payer', OTHER);
    portal.clock.advance(60_000);
    await portal.send(setMobile, { body: { phone_number: NEW } }, OWNER);
    expect((await portal.send(activateMobile, { body: { code: await codeTo(NEW) } }, OWNER)).status).toBe(200);
    expect(await listed()).toMatchObject([{ address: SERGEY }]);
    expect(await listed(OTHER)).toMatchObject([{ address: NEW }]);
    expect(await toldOf('payment')).toEqual([NEW, FIRST_MAIL].toSorted());
  });
});

test('the paid program counts every text message of the month, to whomever; those of security are free', async () => {
  await have(SERGEY);
  const count = async () => (await portal.send(mobileSettings, {}, OWNER)).body.sent_this_month;
  const before = await count();
  await tell('payment');
  await tell('security');
  expect((await count()) - before).toBe(2);
});

test('a contact that waits for its code is forgotten after two days, but not while a code of it is valid', async () => {
  await add(NEW);
  await add(MAIL);
  portal.clock.advance(2 * 86_400_000 - 300_000);
  await portal.tokenOf(OWNER);
  expect((await portal.send(resendContact, { body: { contact_id: await idOf(NEW) } }, OWNER)).status).toBe(200);
  portal.clock.advance(300_001);
  await portal.world.db.write((tx) => deleteStale(tx, portal.clock.now()));
  expect((await listed()).map(({ address }) => address)).toEqual([NEW]);
  expect((await type(NEW, await codeTo(NEW))).status).toBe(200);
  await add(MAIL);
  portal.clock.advance(2 * 86_400_000);
  await portal.world.db.write((tx) => deleteStale(tx, portal.clock.now()));
  await portal.tokenOf(OWNER);
  expect((await listed()).map(({ address }) => address)).not.toContain(MAIL);
});
