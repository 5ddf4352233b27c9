import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { kopecks } from '@kabinet/contract/kernel/money';
import { htmlLetter } from '#server/domain/messaging/letter.texts.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import { moneyCame } from '#server/domain/payments/payment/notices.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { runCommand } from '../../operator.ts';

const OWNER = 100_001;
type Texts = Record<string, Record<string, unknown>>;

let portal: TestPortal;
let folder: string;
let heard: { text: string; subject?: string; html?: string | undefined }[];

beforeEach(async () => {
  portal = await testPortal();
  folder = await mkdtemp(join(tmpdir(), 'kabinet-texts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  heard = [];
  portal.world.outside.mail.send = (letter) => Promise.resolve(void heard.push(letter));
  await portal.pool.query('delete from further_contact');
});

async function run(...line: string[]) {
  const said: string[] = [];
  const tools = { ...portal.world, agents: [] };
  const code = await runCommand(
    () => Promise.resolve(tools),
    line,
    (text) => void said.push(text),
  );
  return { code, said: said.join('\n') };
}
const exported = async () => JSON.parse((await run('texts', 'export')).said) as Texts;
async function give(command: 'check' | 'load', texts: object | string) {
  const path = join(folder, 'texts.json');
  await writeFile(path, typeof texts === 'string' ? texts : JSON.stringify(texts, null, 2));
  return run('texts', command, path);
}
const OWN = {
  'payment.came': {
    title: 'Спасибо! Пришло {сумма}',
    text: 'Счёт «{счёт}»: {остаток}.\n\n{снова работает}',
    sms: 'Пришло {сумма}, на счёте {остаток}. {снова работает}',
    subject: 'Пришло {сумма}',
    letter: 'Счёт «{счёт}»: <b>{остаток}</b>, {сумма}.\n\n{снова работает}',
  },
};
const pay = (broughtBack: string[] = []) =>
  portal.world.db.write((tx) =>
    notify(
      tx,
      moneyCame,
      OWNER,
      {
        transactionId: broughtBack.length + 1,
        parts: [{ account: 'i', amount: kopecks(500_00), balance: kopecks(10_00), broughtBack }],
      },
      { now: portal.clock.now(), zone: portal.world.provider.time_zone },
    ),
  );
const latest = async () => {
  const { rows } = await portal.pool.query<{ title: string; body: string }>(
    `select title, body from message where notice_key like 'payment.came:%' order by message_id desc limit 1`,
  );
  return { title: plain(rows[0]!.title), body: plain(rows[0]!.body) };
};
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('every notice is exported with its texts and what stands in them; loaded unchanged, it changes nothing', async () => {
  const texts = await exported();
  expect(Object.keys(texts).length).toBeGreaterThan(40);
  expect(texts['payment.came']).toMatchObject({
    title: 'Получили {сумма}',
    sms: 'Получили {сумма}, на счёте {остаток}. {снова работает}',
    подстановки: { счёт: 'Интернет' },
  });
  expect(await give('check', texts)).toEqual({ code: 0, said: 'Изменений нет' });
  expect(await give('load', texts)).toEqual({ code: 0, said: 'Изменений нет' });
  expect((await portal.pool.query('select from notice_text')).rowCount).toBe(0);
});

test('a loaded text is said from then on, by every channel, with the values of the case', async () => {
  expect(await give('check', OWN)).toEqual({ code: 0, said: 'payment.came\nМожно принять, изменится уведомлений: 1' });
  await pay();
  expect((await latest()).title).toBe('Получили 500 ₽');
  expect(await give('load', OWN)).toEqual({ code: 0, said: 'payment.came\nИзменено уведомлений: 1' });
  await portal.work();
  heard.length = 0;
  await pay(['Интернет 100']);
  await portal.work();
  expect(await latest()).toEqual({
    title: 'Спасибо! Пришло 500 ₽',
    body: '<p>Счёт «Интернет»: 10 ₽.</p><p>Снова работает: Интернет 100.</p>',
  });
  expect(plain(heard[0]!.subject!)).toBe('Пришло 500 ₽');
  expect(plain(heard[0]!.text)).toContain('Счёт «Интернет»: <b>10 ₽</b>, 500 ₽.\n\nСнова работает: Интернет 100.');
  // What looks like markup is text in the HTML of a letter.
  expect(heard[0]!.html).toContain('&lt;b&gt;');
  expect(htmlLetter({ text: '<b>', provider: 'Волга' })).toContain('&lt;b&gt;');
});

test('a paragraph whose values are empty is not said', async () => {
  await give('load', OWN);
  await pay();
  expect((await latest()).body).toBe('<p>Счёт «Интернет»: 10 ₽.</p>');
});

test('the client sees the loaded text among the examples', async () => {
  await give('load', OWN);
  const { body } = await portal.send(contract.notice.examples, {}, OWNER);
  const example = body.find(({ name }) => name === 'payment.came')!;
  expect(plain(example.title)).toBe('Спасибо! Пришло 629 ₽');
  expect(plain(example.sms)).toContain('Пришло 629 ₽, на счёте 100 ₽. Снова работает: Интернет 100. http');
});

test('each version is kept with who has made it; reset goes back to the built-in text', async () => {
  await give('load', OWN);
  await give('load', { 'payment.came': { ...OWN['payment.came'], title: 'Пришло {сумма}' } });
  expect((await exported())['payment.came']).toMatchObject({ title: 'Пришло {сумма}', изменил: /версия 2$/ });
  expect(await run('texts', 'reset', 'payment.came')).toEqual({
    code: 0,
    said: 'Уведомление payment.came: тексты снова встроенные',
  });
  expect((await exported())['payment.came']).toMatchObject({ title: 'Получили {сумма}' });
  expect((await run('texts', 'reset', 'payment.came')).code).toBe(1);
  const { rows } = await portal.pool.query<{ version: number; is_own: boolean }>(
    'select version, texts is not null as is_own from notice_text order by version',
  );
  expect(rows).toEqual([1, 2, 3].map((version) => ({ version, is_own: version < 3 })));
});

test.each([
  ['an unknown placeholder', { title: 'Пришло {сума} и {сумма}' }, 'нет такой подстановки: {сума}. Есть: {сумма}'],
  ['a missing placeholder', { title: 'Пришли деньги' }, 'не хватает подстановки: {сумма}'],
  ['a lone brace', { title: 'Пришло {сумма} {' }, 'фигурная скобка без пары'],
  ['an empty text', { title: ' ' }, 'текст пуст'],
  ['a character that turns the writing round', { title: 'Пришло \u202e{сумма}' }, 'есть невидимый знак U+202E'],
  ['an order to a terminal', { title: 'Пришло \u001b[31m{сумма}' }, 'есть невидимый знак U+001B'],
  ['a text that is too long', { title: `{сумма}${'!'.repeat(200)}` }, '207 знаков, можно 120'],
  ['an unknown part', { telegram: 'Пришло {сумма}' }, 'нет такого текста: telegram'],
  [
    'a text message of too many parts',
    { sms: `${'Очень долгие слова. '.repeat(14)}{сумма} {остаток} {снова работает}` },
    'СМС со ссылкой займёт 6 частей, можно 4',
  ],
])('%s is refused with its line, and nothing is loaded', async (_, texts, reason) => {
  const refused = await give('load', { 'refund.begun': { title: 'Вернули {сумма}' }, 'payment.came': texts });
  expect(refused.code).toBe(1);
  expect(refused.said).toContain(`Строка 6: `);
  expect(refused.said).toContain(reason);
  expect((await portal.pool.query('select from notice_text')).rowCount).toBe(0);
});

test.each([
  ['a zero character', { title: 'Пришло {сумма}\u0000' }],
  ['half a character', { title: 'Пришло {сумма} \ud83d' }],
  ['no text at all', { title: null }],
])('%s makes the whole file wrong', async (_, texts) => {
  expect((await give('load', { 'refund.begun': { title: 'Вернули {сумма}' }, 'payment.came': texts })).code).toBe(2);
  expect((await portal.pool.query('select from notice_text')).rowCount).toBe(0);
});

test('a subject of several lines adds no header to a letter, and markup stays text everywhere', async () => {
  const evil = '<img src=x onerror=alert(1)> {сумма}';
  const texts = {
    ...OWN['payment.came'],
    title: evil,
    subject: `Пришло {сумма}\r\nBcc: other@mail.example\r\n\r\n${evil}`,
  };
  const { text, letter } = OWN['payment.came'];
  const own = { ...texts, text: `${evil}\r\n${text}`, letter: `${evil}\n${letter}` };
  expect((await give('load', { 'payment.came': own })).code).toBe(0);
  await portal.work();
  heard.length = 0;
  await pay();
  await portal.work();
  const [sent] = heard;
  expect(plain(sent!.subject!)).toBe('Пришло 500 ₽ Bcc: other@mail.example <img src=x onerror=alert(1)> 500 ₽');
  expect(sent!.html).not.toContain('<img');
  const { title, body } = await latest();
  expect(body).not.toContain('<img');
  expect(title).not.toMatch(/[\r\n]/);
});

test('an unknown notice, a file that is no JSON and one of another shape are told by line', async () => {
  expect((await give('load', { 'payment.gone': { title: 'Да' } })).said).toContain('Строка 3: нет такого уведомления');
  expect(await give('load', '{\n  "payment.came": {\n    "title": "Пришло"\n    "sms": ""\n}')).toEqual({
    code: 2,
    said: 'Строка 4: это не JSON. Проверьте кавычки и запятые',
  });
  expect((await give('load', { 'payment.came': 5 })).said).toContain('Строка 2: у «payment.came» нужен объект');
  expect((await run('texts', 'load', join(folder, 'none.json'))).said).toContain('Файл не открывается');
});

test('of two texts of one name in a file neither is dropped silently', async () => {
  const twice = (inner: string) => `{\n  "payment.came": {\n    ${inner}\n  }\n}`;
  const part = '"title": "Пришло {сумма}"';
  expect(await give('load', twice(`${part},\n    ${part}`))).toMatchObject({
    code: 2,
    said: expect.stringContaining('Строка 4: «title» уже есть в строке 3. Оставьте одно') as string,
  });
  const notice = `"payment.came": { ${part} }`;
  expect((await give('load', `{\n${notice},\n${notice}\n}`)).said).toContain(
    'Строка 3: «payment.came» уже есть в строке 2',
  );
  expect((await portal.pool.query('select from notice_text')).rowCount).toBe(0);
});
