import { describe, expect, onTestFinished, test } from 'vitest';
import { emulatedNas, type NasHabit } from '../../../../test/emulators/nas.ts';
import { DeviceClient } from './device-client.ts';
import type { DeviceRequest } from './packet.ts';

const SECRET = 'the secret of a device';
const change: DeviceRequest = {
  kind: 'change',
  attributes: [
    ['Acct-Session-Id', '81d00017'],
    ['User-Name', 'ivanov'],
    ['Framed-IP-Address', '100.64.0.7'],
    ['Mikrotik-Rate-Limit', '50M/100M'],
    ['Huawei-Output-Average-Rate', '100000000'],
    ['ERX-Service-Activate:1', 'inet(100000k,50000k)'],
    ['Class', 'k:17:0a1b2c3d'],
  ],
};

async function asked(habit: NasHabit | NasHabit[], request = change, waits = [40, 40, 40]) {
  const nas = await emulatedNas(SECRET);
  let count = 0;
  nas.habit = () => (Array.isArray(habit) ? (habit[count++] ?? 'silent') : habit);
  const client = new DeviceClient(waits);
  onTestFinished(() => client.close());
  return { nas, answer: await client.send({ address: '127.0.0.1', port: nas.port, secret: SECRET }, request) };
}

describe('an order to a device', () => {
  test('is signed twice, and names the session and what it should have', async () => {
    const { nas, answer } = await asked('ack', change, [3000]);
    expect(answer).toEqual({ kind: 'ack' });
    expect(nas.badly).toEqual([]);
    expect(nas.orders[0]).toMatchObject({
      code: 43,
      values: {
        44: ['81d00017'],
        1: ['ivanov'],
        8: ['\x64\x40\x00\x07'],
        '26:14988:8': ['50M/100M'],
        '26:2011:5': ['\x05\xf5\xe1\x00'],
        '26:4874:65': ['\x01inet(100000k,50000k)'],
        25: ['k:17:0a1b2c3d'],
      },
    });
  });

  test('ends a session', async () => {
    const { nas, answer } = await asked('ack', { kind: 'disconnect', attributes: [['Acct-Session-Id', 'a']] }, [3000]);
    expect([answer, nas.orders[0]?.code]).toEqual([{ kind: 'ack' }, 40]);
  });

  test.each([401, 503, 506])('tells why it was refused: %i', async (cause) => {
    expect((await asked({ nak: cause }, change, [3000])).answer).toEqual({ kind: 'nak', cause });
  });

  test('is repeated with the same bytes while nobody answers', async () => {
    const { nas, answer } = await asked(['silent', 'silent', 'ack']);
    expect(answer).toEqual({ kind: 'ack' });
    expect(new Set(nas.orders.map(({ bytes }) => bytes.toString('hex'))).size).toBe(1);
    expect(nas.orders).toHaveLength(3);
  });

  test('is not answered by who does not know the secret', async () => {
    const { answer, nas } = await asked('forged');
    expect([answer, nas.orders.length]).toEqual([{ kind: 'silence' }, 3]);
  });

  test('has the answer of its own device, however many wait', async () => {
    const nas = await emulatedNas(SECRET);
    nas.habit = ({ values }) => (values[44]?.[0]?.endsWith('7') ? { nak: 503 } : 'ack');
    const client = new DeviceClient([3000]);
    onTestFinished(() => client.close());
    const device = { address: '127.0.0.1', port: nas.port, secret: SECRET };
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, place) =>
        client.send(device, { kind: 'change', attributes: [['Acct-Session-Id', String(place)]] }),
      ),
    );
    expect(answers.map(({ kind }) => kind)).toEqual(
      Array.from({ length: 200 }, (_, place) => (place % 10 === 7 ? 'nak' : 'ack')),
    );
  });

  test('with an attribute that nobody knows is not sent', async () => {
    await expect(asked('ack', { kind: 'change', attributes: [['Redback-Policy', 'x']] })).rejects.toThrow(
      /Redback-Policy/,
    );
  });
});
