import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { sql } from '#server/db/sql.ts';
import type { Letter } from '#server/integrations/mail/port.ts';
import type { Outside } from '#server/integrations/port.ts';
import { readPdf } from '../../../../test/portal/pdf-text.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { mailDueDocument, orderDocumentsOfMonth } from '../../../jobs/services/telephone-documents.ts';

const { emailSettings, setEmail, activateEmail, setEmailPackage } = contract.telephone;
const [OWNER, OTHER, WITHOUT_TELEPHONE] = [100_001, 100_004, 100_003];
const ADDRESS = 'buh@firma.example';
const MINUTE = 60_000;
/** Noon in Samara on the third of December. */
const SEND_DAY = new Date('2026-12-03T08:00:00Z');

let portal: TestPortal;
let letters: Letter[];
let isDown: boolean;

const listening = (outside: Outside): Outside => ({
  ...outside,
  mail: {
    send: (letter) => {
      if (isDown) return Promise.reject(new Error('the mail server is down'));
      letters.push(letter);
      return Promise.resolve();
    },
  },
});

beforeEach(async () => {
  [letters, isDown] = [[], false];
  portal = await testPortal({ throughOutside: listening });
});

const state = async (who = OWNER) => (await portal.send(emailSettings, {}, who)).body;
const set = (email = ADDRESS, who = OWNER) => portal.send(setEmail, { body: { email } }, who);
const activate = (code: string, who = OWNER) => portal.send(activateEmail, { body: { code } }, who);
const choose = (sends_invoice: boolean, sends_calls: boolean, who = OWNER) =>
  portal.send(setEmailPackage, { body: { sends_invoice, sends_calls } }, who);
const codeTo = async (to: string) => {
  await portal.work();
  return /\d{6}/.exec(letters.findLast((letter) => letter.to === to)!.text)![0];
};
const another = (code: string) => (code === '000000' ? '111111' : '000000');

async function confirmed(who = OWNER): Promise<void> {
  await set(ADDRESS, who);
  await activate(await codeTo(ADDRESS), who);
  await portal.work();
  letters.length = 0;
}

describe('the address of documents', () => {
  test('is confirmed by its code: none, code sent, active; then the invoice is sent, calls are not', async () => {
    const none = {
      email: null,
      is_active: false,
      has_code: false,
      waiting: null,
      last_invoice: null,
      last_calls: null,
    };
    await portal.world.db.write((tx) => tx.run(sql`delete from telephone_mailing`));
    await portal.world.db.write((tx) => tx.run(sql`delete from telephone_documents`));
    expect(await state()).toMatchObject({ ...none, sends_invoice: false, sends_calls: false });
    expect((await set(' BUH@firma.example ')).body).toMatchObject({ email: ADDRESS, is_active: false, has_code: true });
    const done = await activate(await codeTo(ADDRESS));
    expect(done.body).toMatchObject({ email: ADDRESS, is_active: true, has_code: false, waiting: null });
    expect(done.body).toMatchObject({ sends_invoice: true, sends_calls: false, send_day: 3 });
    const messages = await portal.send(contract.notice.getMessages, {}, OWNER);
    expect(messages.body[0]).toMatchObject({ kind: 'security', title: 'Адрес для документов по телефону подтверждён' });
  });

  test('needs the right code, once, in time', async () => {
    await set();
    const code = await codeTo(ADDRESS);
    expect((await activate(another(code))).body).toMatchObject({ status: 403, code: 'code_wrong' });
    portal.clock.advance(10 * MINUTE);
    expect((await activate(code)).body).toMatchObject({ code: 'code_wrong' });
    await set();
    const newer = await codeTo(ADDRESS);
    expect((await activate(newer)).status).toBe(200);
    portal.clock.advance(10 * MINUTE);
    expect((await activate(newer)).body).toMatchObject({ code: 'code_wrong' });
  });

  test('is confirmed by the same request again, when the first answer was lost, and told of once', async () => {
    await set();
    const code = await codeTo(ADDRESS);
    const first = await activate(code);
    expect(await activate(code)).toMatchObject({ status: 200, body: first.body });
    expect((await activate(another(code))).body).toMatchObject({ code: 'code_wrong' });
    const { rows } = await portal.pool.query(
      `select from message where contract_id = $1 and title = 'Адрес для документов по телефону подтверждён'`,
      [OWNER],
    );
    expect(rows).toHaveLength(1);
  });

  test('a repeat is known by its code, whatever other codes are sent meanwhile, and counts among its five tries', async () => {
    await set();
    const code = await codeTo(ADDRESS);
    await activate(code);
    const later = [
      await set(ADDRESS, OTHER),
      await portal.send(contract.auth.confirm, { body: { password: 'demo-kabinet' } }, OWNER),
      await portal.send(contract.notice.setMobile, { body: { phone_number: '79270001122' } }, OWNER),
    ];
    expect(later.map(({ status }) => status)).toEqual([200, 200, 200]);
    const repeats: number[] = [];
    for (let tries = 2; tries <= 6; tries += 1) repeats.push((await activate(code)).status);
    expect(repeats).toEqual([200, 200, 200, 200, 403]);
  });

  test('gets no second code within a minute', async () => {
    await set();
    const again = await set();
    expect([again.status, again.body.code, again.headers['retry-after']]).toEqual([429, 'code_too_soon', '60']);
  });

  test('may be of several contracts, but the code of one confirms nothing of another', async () => {
    await confirmed();
    await set(ADDRESS, OTHER);
    const code = await codeTo(ADDRESS);
    expect((await activate(code)).body).toMatchObject({ code: 'code_wrong' });
    expect((await activate(code, OTHER)).body).toMatchObject({ email: ADDRESS, is_active: true });
  });

  test('of a contract without a telephone account is refused', async () => {
    expect((await set(ADDRESS, WITHOUT_TELEPHONE)).body).toMatchObject({ status: 409, code: 'payment_no_account' });
    expect(await state(WITHOUT_TELEPHONE)).toMatchObject({ email: null, is_active: false });
    const { body } = await choose(true, false, WITHOUT_TELEPHONE);
    expect(body).toMatchObject({ status: 409, code: 'payment_no_account' });
    expect((body as unknown as { message: string }).message).toMatch(/нет счёта «Телефон».*поддержке/);
  });

  test('comes before the choice of documents', async () => {
    const refused = await choose(true, true, OTHER);
    expect(refused.body).toMatchObject({ status: 409, code: 'documents_no_address' });
  });
});

describe('documents of a month', () => {
  const charged = () =>
    portal.world.db.write((tx) =>
      tx.run(sql`
        insert into charge_run (day, started_at, finished_at) values ('2026-12-02', ${SEND_DAY}, ${SEND_DAY})`),
    );
  /** The demo's calls are of November 2026: it is 20 November. */
  async function sendDay(): Promise<void> {
    await confirmed();
    await choose(true, true);
    portal.clock.set(SEND_DAY);
    await charged();
  }
  const run = async () => {
    await orderDocumentsOfMonth(portal.world);
    await deliver();
  };
  const deliver = async () => {
    const due = await portal.world.db.read((tx) =>
      tx.rows<{ payload: { document: 'invoice' | 'calls' } }>(sql`
        select payload from outbox_effect where kind = 'documents.mail' order by effect_id`),
    );
    for (const { payload } of due) {
      const { document } = payload;
      await mailDueDocument(portal.world, { contractId: OWNER, period: '2026-11' as never, document });
    }
    return due.length;
  };

  test('are sent once, however often the job runs', async () => {
    await sendDay();
    await run();
    await run();
    expect(letters.map(({ to, subject }) => [to, subject])).toEqual([
      [ADDRESS, 'Детализация звонков, ноябрь 2026'],
      [ADDRESS, 'Счёт за телефон, ноябрь 2026'],
    ]);
    const [calls, invoice] = letters;
    expect(invoice!.attachments!.map(({ name }) => name)).toEqual(['Выписка Телефон 2026-11-01 — 2026-11-30.pdf']);
    expect(readPdf(invoice!.attachments![0]!.content).pages.join()).toContain('Лицевой счёт');
    expect(calls!.attachments!.map(({ name }) => name)).toContain('Звонки 78482003107 2026-11.csv');
    expect(await state()).toMatchObject({ last_invoice: { period: '2026-11' }, last_calls: { period: '2026-11' } });
  });

  test('have the numbers of others masked, and the letter says so', async () => {
    await sendDay();
    await run();
    const calls = letters[0]!;
    const table = calls.attachments!.find(({ name }) => name.endsWith('78482003107 2026-11.csv'))!.content.toString();
    expect(table.split('\r\n').length).toBeGreaterThan(3);
    expect(table).toContain('*****');
    expect(table).not.toMatch(/7 9\d\d \d{3}/);
    expect(calls.text).toContain('скрыты звёздочками');
  });

  test('a process that dies after the letter and before it is noted sends the same letter again', async () => {
    await sendDay();
    await choose(true, false);
    await orderDocumentsOfMonth(portal.world);
    const { db } = portal.world;
    const dying = { ...portal.world, db: { ...db, write: () => Promise.reject(new Error('killed')) } };
    const due = { contractId: OWNER, period: '2026-11' as never, document: 'invoice' } as const;
    await expect(mailDueDocument(dying, due)).rejects.toThrow('killed');
    await mailDueDocument(portal.world, due);
    await mailDueDocument(portal.world, due);
    expect(letters).toHaveLength(2);
    expect(letters[0]!.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(letters[1]!.key).toBe(letters[0]!.key);
  });

  test('wait for a mail server that is down, and go to the address of the moment', async () => {
    await sendDay();
    isDown = true;
    await orderDocumentsOfMonth(portal.world);
    await expect(deliver()).rejects.toThrow('the mail server is down');
    isDown = false;
    await portal.world.db.write((tx) => tx.run(sql`update telephone_documents set address = 'new@firma.example'`));
    await deliver();
    expect(letters.map(({ to }) => to)).toEqual(['new@firma.example', 'new@firma.example']);
  });

  test('that are switched off are not sent, not even when they are ordered', async () => {
    await sendDay();
    await orderDocumentsOfMonth(portal.world);
    await choose(false, false);
    expect(await deliver()).toBe(2);
    expect(letters).toEqual([]);
  });

  test.each([
    ['before the third', '2026-12-02T08:00:00Z'],
    ['when the month is long over', '2026-12-11T08:00:00Z'],
  ])('are not ordered %s', async (_, at) => {
    await sendDay();
    portal.clock.set(new Date(at));
    await run();
    expect(letters).toEqual([]);
  });

  test.each([
    ['are sent for the month in which the contract ends', '2026-11-01', 2],
    ['are not sent for the months after its end', '2026-10-31', 0],
  ])('%s', async (_, closedOn, sent) => {
    await sendDay();
    await portal.pool.query(`update contract set state = 'closed', closed_on = $2 where contract_id = $1`, [
      OWNER,
      closedOn,
    ]);
    await run();
    expect(letters).toHaveLength(sent);
  });

  test('wait until the last day of the month is charged', async () => {
    await sendDay();
    await portal.world.db.write((tx) => tx.run(sql`delete from charge_run where day >= '2026-11-30'`));
    await run();
    expect(letters).toEqual([]);
  });
});
