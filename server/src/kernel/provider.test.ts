import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readProvider } from './provider.ts';

const DEMO = new URL('../../seeds/provider.json', import.meta.url);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kabinet-provider-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The demo's settings with some replaced. */
async function having(other: object) {
  const settings = JSON.parse(await readFile(DEMO, 'utf8')) as object;
  const path = join(folder, 'provider.json');
  await writeFile(path, JSON.stringify({ ...settings, ...other }));
  return readProvider(path);
}
const withSuspension = (suspension: unknown) => having({ suspension });

describe('a time zone', () => {
  const NO_ZONE = 'нет такого часового пояса; нужно имя IANA, например Europe/Samara';

  test.each(['Europe/Moscow', 'Asia/Yekaterinburg', 'UTC'])('accepts %s', async (time_zone) => {
    expect((await having({ time_zone })).time_zone).toBe(time_zone);
  });

  test.each(['Europe/Samarra', '', '+04:00', 'MSK+3'])('refuses «%s» and names it', async (name) => {
    const wrong = (field: string) => `настройка KABINET_PROVIDER неверна: ${field} — ${NO_ZONE}`;
    await expect(having({ time_zone: name })).rejects.toThrow(wrong('time_zone'));
    const telephone = { area_code: '8482', exchange_time_zone: name };
    await expect(having({ telephone })).rejects.toThrow(wrong('telephone.exchange_time_zone'));
  });
});

describe('terms of a suspension', () => {
  const least = { shortest_days: 7, longest_days: 30, free_days_a_year: 10, day_price: '5' };

  test('are omitted when no suspension is offered', async () => {
    expect((await withSuspension(undefined)).suspension).toBeUndefined();
  });

  test('by default cost only their days, begin today and may end early', async () => {
    expect((await withSuspension(least)).suspension).toEqual({
      ...least,
      day_price: 5_00,
      start_price: 0,
      days_between: 0,
      days_ahead: 0,
      early_return: { price: 0 },
    });
  });

  test.each([
    [{ ...least, longest_days: 5 }, 'самый долгий срок короче самого короткого'],
    [{ ...least, shortest_days: 0 }, 'suspension.shortest_days'],
    [{ ...least, day_price: '-1' }, 'suspension.day_price'],
    [{ ...least, free_days: 3 }, 'free_days'],
  ])('are refused and named when invalid: %o', async (terms, words) => {
    await expect(withSuspension(terms)).rejects.toThrow(words);
  });
});

describe('a mistake in the file', () => {
  const wrong = (why: string) => `настройка KABINET_PROVIDER неверна: ${why}`;
  const promise = { days: 3, fee: '300', most: '300', interval_days: 0, tenure_days: 0 };
  const server = { id: 'own', name: 'Узел', url: 'https://speed.example', inside: true, most_mbit: 1000 };

  test.each([
    [{ payment: { smallest: '100', largest: '10' } }, 'payment.largest — меньше, чем smallest'],
    [{ payment: { smallest: '0', largest: '10' } }, 'payment.smallest — нужна сумма больше нуля'],
    [{ payment: { smallest: '-1', largest: '10' } }, 'payment.smallest — нужны рубли текстом, например "100.00"'],
    [
      { promised_payment: { i: promise } },
      'promised_payment.i.fee — плата не меньше самого большого обещанного платежа',
    ],
    [{ routers: { isg: { connection: 'l2tp' } } }, 'routers.isg.server — для l2tp и pptp нужен адрес сервера'],
    [{ speed_servers: [server, server] }, 'speed_servers — два узла с одним id'],
    [{ vat: [20, 22].map((percent) => ({ from: '2026-01-01', percent })) }, 'vat — две ставки с одного дня'],
    [{ site: 'javascript:alert(1)' }, 'site — нужен адрес, например https://provider.example/'],
    [{ support_phones: [{ label: 'Офис', phone: '+7 927' }] }, 'support_phones.0.phone — нужны 11 цифр, первая 7'],
  ])('is named, with the way out: %j', async (settings, why) => {
    await expect(having(settings)).rejects.toThrow(wrong(why));
  });

  test('of its punctuation is shown by the line; a mark of the byte order is none', async () => {
    const path = join(folder, 'written.json');
    const text = await readFile(DEMO, 'utf8');
    await writeFile(path, `\uFEFF${text}`);
    expect((await readProvider(path)).product).toBe('volga');
    await writeFile(path, text.replace('"volga",', '"volga"'));
    await expect(readProvider(path)).rejects.toThrow(wrong(`в файле ${path} не JSON: ошибка в строке 4 или перед ней`));
  });
});
