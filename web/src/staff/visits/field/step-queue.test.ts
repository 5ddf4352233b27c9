import { expect, it } from 'vitest';
import { ApiError, NetworkError } from '#web/api/api-error.ts';
import { StepQueue } from './step-queue.ts';
import type { VisitStep } from './steps.rules.ts';

/** A device, and a server that answers as told: `lost` has carried it out, but nobody knows. */
function world() {
  const kept = new Map<string, VisitStep>();
  const heard: VisitStep[] = [];
  const answers: ('ok' | 'lost' | 'refused')[] = [];
  const store = {
    read: () => Promise.resolve([...kept.values()]),
    put: (step: VisitStep) => Promise.resolve(void kept.set(step.key, step)),
    drop: (key: string) => Promise.resolve(void kept.delete(key)),
  };
  const send = (step: VisitStep): Promise<void> => {
    heard.push(step);
    const answer = answers.shift() ?? 'ok';
    if (answer === 'lost') return Promise.reject(new NetworkError(undefined));
    if (answer === 'refused') return Promise.reject(new ApiError({ status: 409, code: 'order_is_closed' }));
    return Promise.resolve();
  };
  const queueOf = (person: number) => new StepQueue(person, { store, send, afterwards: () => Promise.resolve() });
  return { kept, heard, answers, queueOf };
}

const visit = { orderId: 7, contractId: 1, visit: '10:00–12:00, Ремонт', files: [] };

it('a step whose answer is lost is told again by the same key and with the same time; the next ones after it', async () => {
  const { kept, heard, answers, queueOf } = world();
  answers.push('lost', 'lost');
  const queue = queueOf(1);
  await (
    await queue.add({ ...visit, deed: 'arrived' })
  ).outcome;
  const { outcome } = await queue.add({ ...visit, deed: 'close', text: 'Готово' });
  expect(await outcome).toBe('kept');
  expect([...kept.values()].map(({ deed }) => deed)).toEqual(['arrived', 'close']);
  await queue.flush();
  expect(heard.map(({ deed }) => deed)).toEqual(['arrived', 'arrived', 'arrived', 'close']);
  expect(new Set(heard.slice(0, 3).map(({ key, at }) => `${key} ${at}`)).size).toBe(1);
  expect([kept.size, queue.get().sent.length]).toEqual([0, 2]);
});

it('a refused step stays with its reason and stops its order, not others; as a note it keeps what was typed', async () => {
  const { kept, heard, answers, queueOf } = world();
  answers.push('refused');
  const queue = queueOf(1);
  expect(await (await queue.add({ ...visit, deed: 'close', text: 'Заменил кабель' })).outcome).toBe('refused');
  expect(await (await queue.add({ ...visit, deed: 'arrived' })).outcome).toBe('kept');
  expect(await (await queue.add({ ...visit, orderId: 8, deed: 'arrived' })).outcome).toBe('sent');
  const [refused] = queue.get().waiting;
  expect(refused?.refused).toBe('Заявку уже закрыли');
  await queue.sendAsNote(refused!);
  expect(heard.slice(-2).map(({ deed }) => deed)).toEqual(['note', 'arrived']);
  expect(heard.at(-2)?.text).toContain('Заменил кабель');
  expect(heard.at(-2)?.key).not.toBe(refused?.key);
  expect(kept.size).toBe(0);
});

it('another person on the same device neither sees nor tells the steps of the one before', async () => {
  const { heard, answers, queueOf } = world();
  answers.push('lost');
  await (
    await queueOf(1).add({ ...visit, deed: 'arrived' })
  ).outcome;
  const other = queueOf(2);
  await other.load();
  await other.flush();
  expect([other.get().waiting, heard.length]).toEqual([[], 1]);
  const again = queueOf(1);
  await again.load();
  await again.flush();
  expect(heard.at(-1)?.key).toBe(heard[0]?.key);
});
