import { beforeEach, describe, expect, test } from 'vitest';
import { notify } from '#server/domain/messaging/notify.ts';
import type { Category, Notice } from '#server/domain/messaging/notice.ts';
import type { Letter } from '#server/integrations/mail/port.ts';
import { emulatedSmtp } from '../../../test/emulators/gateways.ts';
import { testPortal, type TestPortal } from '../../../test/portal/portal.ts';

const OWNER = 100_001;
const [FIRST, PAYER, ANOTHER] = ['kuznetsova84@mail.example', 'sergey@mail.example', 'petr@mail.example'];

let portal: TestPortal;
let letters: Letter[];

beforeEach(async () => {
  portal = await testPortal();
  letters = [];
  portal.world.outside.mail.send = (letter) => Promise.resolve(void letters.push(letter));
  await portal.pool.query(
    `insert into further_contact (contract_id, kind, address, role, name, added_at, confirmed_at)
     values ($1, 'email', $2, 'payer', 'Сергей', now(), now())`,
    [OWNER, PAYER],
  );
});

const noticeOf = (category: Category): Notice<object> => ({
  name: `test.${category}`,
  category,
  shownDays: 1,
  portal: () => ({ title: 'Новость', body: '<p>Текст</p>' }),
});

/** The letters about a category, by address. */
async function told(category: Category): Promise<Map<string, Letter>> {
  letters.length = 0;
  const at = { now: portal.clock.now(), zone: portal.world.provider.time_zone };
  await portal.world.db.write((tx) => notify(tx, noticeOf(category), OWNER, {}, at));
  await portal.work();
  return new Map(letters.map((letter) => [letter.to, letter]));
}
const pathOf = (letter: Letter | undefined): string => {
  const { pathname, search } = new URL(letter!.unsubscribe!);
  return pathname + search;
};
const get = (url: string) => portal.inject({ method: 'GET', url });
/** As a mail program does it: from nowhere, without cookies. */
const post = (url: string, type = 'application/x-www-form-urlencoded', payload = 'List-Unsubscribe=One-Click') =>
  portal.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });

describe('a link that switches letters off', () => {
  test('is in the header and at the foot of the letter, of text and of HTML', async () => {
    const letter = (await told('payment')).get(FIRST)!;
    expect(letter).toMatchObject({ isOneClick: true });
    expect(letter.text).toContain(`Не присылать такие письма: ${letter.unsubscribe}`);
    expect(letter.html).toContain(`href="${letter.unsubscribe}"`);
  });

  test('asks when it is opened, and changes nothing', async () => {
    const path = pathOf((await told('payment')).get(FIRST));
    const page = await get(path);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('Не присылать письма «Платёж пришёл»?');
    expect(page.body).not.toContain(FIRST);
    expect(page.headers['cache-control']).toBe('no-store');
    expect((await told('payment')).has(FIRST)).toBe(true);
  });

  test('does it by a POST without signing in, for that address and that kind only', async () => {
    const path = pathOf((await told('payment')).get(FIRST));
    for (const _ of [1, 2]) expect((await post(path)).statusCode).toBe(200);
    expect([...(await told('payment')).keys()]).toEqual([PAYER]);
    expect([...(await told('debt')).keys()].toSorted()).toEqual([FIRST, PAYER]);
  });

  test('of a further contact leaves the others alone, and a repeat adds nothing', async () => {
    await portal.pool.query(
      `insert into further_contact (contract_id, kind, address, role, name, added_at, confirmed_at)
       values ($1, 'email', $2, 'payer', 'Пётр', now(), now())`,
      [OWNER, ANOTHER],
    );
    const path = pathOf((await told('payment')).get(PAYER));
    expect((await post(path, 'multipart/form-data; boundary=x', '--x--')).statusCode).toBe(200);
    expect((await post(path)).statusCode).toBe(200);
    expect([...(await told('payment')).keys()].toSorted()).toEqual([FIRST, ANOTHER]);
    expect([...(await told('autopayment')).keys()].toSorted()).toEqual([FIRST, ANOTHER, PAYER]);
    const { rows } = await portal.pool.query('select muted from further_contact where address = $1', [PAYER]);
    expect(rows).toEqual([{ muted: ['payment'] }]);
  });

  test('of news ends them', async () => {
    await portal.pool.query(`insert into news_subscription values ($1, 'volga', now()) on conflict do nothing`, [
      OWNER,
    ]);
    const path = pathOf((await told('news')).get(FIRST));
    const asked = (await get(path)).body.replaceAll('&nbsp;', ' ');
    expect(asked).toContain('Новостей больше не будет ни в письмах, ни в кабинете');
    expect(asked).not.toContain('по-прежнему');
    expect((await post(path)).body.replaceAll('&nbsp;', ' ')).toContain('Новости выключены');
    expect((await portal.pool.query('select from news_subscription where contract_id = 100001')).rowCount).toBe(0);
  });

  test('is in no letter about security, whose text is not changed by one either', async () => {
    const letter = (await told('security')).get(FIRST)!;
    expect(letter.unsubscribe).toBeUndefined();
    expect(letter.isOneClick).toBe(false);
    expect(letter.text).not.toContain('Не присылать');
  });

  test('does nothing if it is changed, or its address is no contact any more', async () => {
    const path = pathOf((await told('payment')).get(FIRST));
    const [start = '', token = ''] = path.split('?t=');
    const [, signature = ''] = token.split('.');
    const other = Buffer.from('100002:0:payment').toString('base64url');
    for (const wrong of [
      `${other}.${signature}`,
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      '',
      'a.b',
    ]) {
      expect.soft((await post(`${start}?t=${wrong}`)).statusCode, wrong).toBe(410);
    }
    await portal.pool.query(`update contact set value = 'new@mail.example' where value = $1`, [FIRST]);
    expect((await get(path)).statusCode).toBe(410);
    expect((await post(path)).body).toContain('Ссылка больше не');
    expect((await portal.pool.query('select from muted_notice')).rowCount).toBe(0);
  });
});

describe('a forged link is refused and changes nothing', () => {
  /** Everything that a link can change. */
  const choices = async () => {
    const texts = await Promise.all(
      ['muted_notice', 'further_contact', 'news_subscription', 'wanted_notice'].map((table) =>
        portal.pool
          .query<{ row: string }>(`select to_jsonb(t)::text as row from ${table} t order by 1`)
          .then(({ rows }) => rows),
      ),
    );
    return JSON.stringify(texts);
  };
  const words = (text: string) => Buffer.from(text).toString('base64url');

  test.each<[string, (good: string, signature: string, further: number) => string | string[]]>([
    ['another contract', (_, signature) => `${words('100002:0:payment')}.${signature}`],
    ['another category', (_, signature) => `${words('100001:0:debt')}.${signature}`],
    ['a category that has no link', (_, signature) => `${words('100001:0:security')}.${signature}`],
    ['a category of every object', (_, signature) => `${words('100001:0:constructor')}.${signature}`],
    [
      'the address of a further contact',
      (_, signature, further) => `${words(`100001:${further}:payment`)}.${signature}`,
    ],
    [
      'the further contact of another contract',
      (_, signature, further) => `${words(`100002:${further}:payment`)}.${signature}`,
    ],
    ['the same words written otherwise', (_, signature) => `${words('0100001:0:payment')}.${signature}`],
    ['a signature that is cut', (good) => good.slice(0, -1)],
    ['half a signature', (good) => good.slice(0, -11)],
    ['no signature', (good) => good.slice(0, -22)],
    ['no dot', (good) => good.replace('.', '')],
    ['a longer signature', (good) => `${good}A`],
    ['a very long token', (good) => `${'A'.repeat(20_000)}.${good}`],
    ['very long words', (_, signature) => `${words(`${'1'.repeat(400)}:0:payment`)}.${signature}`],
    ['numbers beyond what a computer counts', (_, signature) => `${words('999999999999999:0:payment')}.${signature}`],
    ['a zero character', (good) => `${good}%00`],
    ['a repeated token', (good) => [good, good]],
    ['a good and a forged token', (good, signature) => [good, `${words('100002:0:payment')}.${signature}`]],
  ])('%s', async (_, forge) => {
    const good = new URL((await told('payment')).get(FIRST)!.unsubscribe!).searchParams.get('t')!;
    const { rows } = await portal.pool.query<{ id: number }>(
      'select max(further_contact_id)::int as id from further_contact',
    );
    const forged = [forge(good, good.split('.')[1]!, rows[0]!.id)].flat();
    const before = await choices();
    const path = `/lk/unsubscribe?${forged.map((token) => `t=${token}`).join('&')}`;
    for (const reply of [await get(path), await post(path)]) {
      expect([410, 414]).toContain(reply.statusCode);
      expect(reply.body).not.toContain('выключены');
    }
    expect(await choices()).toBe(before);
    // The link itself is not spent by what was tried with it.
    expect((await get(`/lk/unsubscribe?t=${good}`)).statusCode).toBe(200);
  });
});

test('mail programs are told that one press is enough, if the portal has https', async () => {
  const gateway = await emulatedSmtp();
  const heads: string[] = [];
  for (const scheme of ['https', 'http']) {
    const unsubscribe = `${scheme}://lk.volga.example/lk/unsubscribe?t=a`;
    await gateway.send({ to: 'a@mail.example', text: 'Текст', key: scheme, unsubscribe, isOneClick: true });
    heads.push(gateway.heads.at(-1) ?? '');
  }
  expect(heads[0]).toContain('List-Unsubscribe: <https://lk.volga.example/lk/unsubscribe?t=a>');
  expect(heads[0]).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(heads[1]).not.toContain('List-Unsubscribe-Post');
});
