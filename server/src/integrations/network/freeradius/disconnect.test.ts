import { expect, test } from 'vitest';
import { accessDevice, DEVICE_SECRET, type DeviceAnswer } from '../../../../test/emulators/access-device.ts';
import { endSession } from './disconnect.ts';

const end = ({ port }: { port: number }) =>
  endSession({
    nas: '127.0.0.1',
    port,
    secret: DEVICE_SECRET,
    session: 'abc-1',
    login: 'ivanov',
    address: '100.64.0.7',
  });

test('a session ends, or is over already: the device knows it by its id, login and address', async () => {
  const one = await accessDevice({ code: 41 });
  await end(one);
  expect(one.asked[0]!.includes(Buffer.from([44, 7, ...Buffer.from('abc-1')]))).toBe(true);
  expect(one.asked[0]!.includes(Buffer.from([1, 8, ...Buffer.from('ivanov')]))).toBe(true);
  expect(one.asked[0]!.includes(Buffer.from([8, 6, 100, 64, 0, 7]))).toBe(true);
  await end(await accessDevice({ code: 42, cause: 503 }));
});

test('a lost request is sent again as it was', async () => {
  const one = await accessDevice({ code: 41, lost: 1 });
  await end(one);
  expect(one.asked).toHaveLength(2);
  expect(one.asked[0]).toEqual(one.asked[1]);
});

test('a refusal is an error with its cause, and so are silence and an answer by another secret', async () => {
  const fails = async (answer: DeviceAnswer) =>
    end(await accessDevice(answer)).catch((error: unknown) => String(error));
  expect(
    await Promise.all([
      fails({ code: 42, cause: 501 }),
      fails({ code: 41, lost: 9 }),
      fails({ code: 41, secret: 'another-secret' }),
    ]),
  ).toEqual([
    'Error: the device 127.0.0.1 does not end a session: error cause 501',
    'Error: the device 127.0.0.1 does not answer',
    'Error: the device 127.0.0.1 does not answer',
  ]);
});
