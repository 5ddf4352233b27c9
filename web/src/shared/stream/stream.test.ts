import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { OUTDATED_BY, type Outdated, type Resource } from '@kabinet/contract/kernel/call/outdates';
import { contract } from '#web/api/contract.ts';
import { cacheKey, ownChanges } from '#web/api/use-call.ts';
import { toasts } from '#web/ui/toast/toast-store.ts';
import { homeWorld } from '../../../test/home-world.ts';
import { answers } from '../../../test/stub.ts';
import { act } from './act.ts';
import { readStream, type StreamEvent } from './read-stream.ts';
import { serviceTold, textOf } from './stream.texts.ts';

const { getMessages } = contract.notice;

const outdated = ({ kinds = [], messages = [] }: Partial<Outdated>): Outdated => ({
  at: '2026-11-20T10:05:00Z',
  kinds,
  outdates: kinds.flatMap((kind): readonly Resource[] => OUTDATED_BY[kind]),
  messages,
});
const told = () => toasts.get().map(({ title, text, tone }) => [tone, title, text]);

const came = {
  id: 41,
  kind: 'money' as const,
  title: 'Получили 500 ₽',
  body: '<p>Платёж зачислен на счёт &laquo;Интернет&raquo; &amp; всё.</p><p>Ещё.</p>',
  created_at: '2026-11-20T10:05:00.000Z',
  services: null,
  until: null,
  topic: null,
};

let cache: QueryClient;

beforeEach(() => {
  ownChanges.endedAt = 0;
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  answers(getMessages, {}, [came]);
});

describe('an event', () => {
  it('makes old what the contract says, and nothing else', async () => {
    for (const call of [getMessages, contract.internetAccount.get, contract.speedTest.list])
      cache.setQueryData(cacheKey(call), []);
    await act(cache, outdated({ kinds: ['message'] }));
    const isOld = (call: Parameters<typeof cacheKey>[0]) => cache.getQueryState(cacheKey(call))?.isInvalidated;
    expect(isOld(getMessages)).toBe(true);
    expect(isOld(contract.internetAccount.get)).toBe(false);
    await act(cache, outdated({ kinds: ['money'] }));
    expect(isOld(contract.internetAccount.get)).toBe(true);
    expect(isOld(contract.speedTest.list)).toBe(false);
  });

  it('says its message, in plain words', async () => {
    cache.setQueryData(cacheKey(getMessages), [came]);
    await act(cache, outdated({ kinds: ['message'], messages: [came.id] }));
    expect(told()).toEqual([['info', 'Получили 500 ₽', 'Платёж зачислен на счёт «Интернет» & всё.']]);
  });

  it('says nothing of a change that this page has made', async () => {
    cache.setQueryData(cacheKey(getMessages), [came]);
    ownChanges.endedAt = Date.now();
    await act(cache, outdated({ kinds: ['message'], messages: [came.id] }));
    expect(told()).toEqual([]);
  });

  it('says which services it has switched', () => {
    const [user] = homeWorld().users;
    if (!user) throw new Error('no service');
    const off = { ...user, state: 'blocked' as const, name: 'Интернет' };
    expect(serviceTold([{ ...off, state: 'active' }], [off])).toEqual(['Интернет: не\u00a0работает']);
    expect(serviceTold([off], [{ ...off, state: 'active' }])).toEqual(['Интернет: работает']);
    expect(serviceTold([off], [off])).toEqual([]);
    expect(serviceTold([], [off])).toEqual([]);
  });
});

it('reads events that come in pieces, and tells the id after its event', async () => {
  const text =
    ': hello\n\nretry: 5000\nid: 7\nevent: hello\ndata: {}\n\nid: 8\n\nid: 9\nevent: load\ndata: {"a":"я"}\n\nevent: cut';
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 5) controller.enqueue(bytes.slice(at, at + 5));
      controller.close();
    },
  });
  const heard: (StreamEvent | string)[] = [];
  const onLife = vi.fn();
  await readStream(body, { on: (sent) => heard.push(sent), onId: (id) => heard.push(id), onLife });
  expect(heard).toEqual([{ event: 'hello', data: {} }, '7', '8', { event: 'load', data: { a: 'я' } }, '9']);
  expect(onLife).toHaveBeenCalled();
});

it('shows no markup of a message', () => {
  expect(textOf('<p>А&nbsp;<b>Б</b></p>')).toBe('А\u00a0Б');
});
