import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smppGateway } from '../server/src/integrations/sms/smpp.ts';
import type { TextReport } from '../server/src/integrations/sms/port.ts';

const LETTERS = 'Оплатите интернет до 1 декабря: не хватает 1 110,50 ₽. ';

interface Taken {
  readonly id: string;
  readonly to: string;
  readonly from: string;
  readonly ton: number;
  readonly class: number;
  readonly coding: number;
  readonly report: number;
  readonly hex: string;
}

const child = spawn('perl', [new URL('smpp/gateway.pl', import.meta.url).pathname], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const said: Record<string, unknown>[] = [];
let gateway: ReturnType<typeof smppGateway>;
let line: { end(): Promise<void> } | undefined;
const reports: TextReport[] = [];

beforeAll(async () => {
  const lines = createInterface(child.stdout);
  lines.on('line', (text) => said.push(JSON.parse(text) as Record<string, unknown>));
  await once(lines, 'line');
  const url = `smpp://127.0.0.1:${String(said[0]?.['port'])}`;
  gateway = smppGateway({ url, login: 'volga', password: 'secret', sender: 'Volga', enquireMs: 200 });
  line = gateway.listen?.((report) => Promise.resolve(void reports.push(report)));
});
afterAll(async () => {
  await line?.end();
  child.kill();
});

const taken = () => said.filter((one): one is Record<string, unknown> & Taken => 'hex' in one);
const textOf = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');

test('Net::SMPP reads a short message of Cyrillic letters, and its report reaches us', async () => {
  const ids = await gateway.send({ to: '79270000184', text: 'Код 123456 🙂' });
  await expect
    .poll(taken)
    .toMatchObject([{ to: '79270000184', from: 'Volga', ton: 5, class: 0, coding: 8, report: 1 }]);
  expect(textOf(taken()[0]?.hex ?? '')).toBe('Код 123456 🙂');
  await expect
    .poll(() => reports)
    .toEqual([{ gateway: 'smpp', id: ids[0], state: 'delivered', reason: 'DELIVRD 000' }]);
  await expect.poll(() => said.filter((one) => 'answered' in one)).toEqual([{ answered: 0 }]);
});

test('Net::SMPP reads a long message by its parts, and each is reported', async () => {
  const text = `${LETTERS.repeat(5)}https://lk.volga.example/lk/payment/i`;
  const ids = await gateway.send({ to: '79270000180', text });
  const mine = () => taken().filter(({ id }) => ids.includes(id));
  await expect.poll(() => mine().map(({ id }) => id)).toEqual(ids);
  const parts = mine();
  const reference = parts[0]?.hex.slice(6, 8);
  const header = (number: number) =>
    `050003${reference}${[parts.length, number].map((one) => one.toString(16).padStart(2, '0')).join('')}`;
  expect(parts.map(({ hex }) => hex.slice(0, 12))).toEqual(parts.map((_, index) => header(index + 1)));
  expect(parts.every((part) => part.class === 0x40 && part.coding === 8)).toBe(true);
  expect(parts.map(({ hex }) => textOf(hex.slice(12))).join('')).toBe(text);
  await expect.poll(() => reports.filter(({ state }) => state === 'undelivered').map(({ id }) => id)).toEqual(ids);
});

test('Net::SMPP answers whether the line is alive', async () => {
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(await gateway.send({ to: '79270000184', text: 'Plain letters' })).toHaveLength(1);
  await expect
    .poll(() => taken().at(-1))
    .toMatchObject({ coding: 0, hex: Buffer.from('Plain letters').toString('hex') });
});
