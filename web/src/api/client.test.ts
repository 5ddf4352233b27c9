import { expect, it } from 'vitest';
import { at, json, refuses, requests } from '../../test/stub.ts';
import { ApiError, NetworkError } from './api-error.ts';
import { addressOf, send } from './client.ts';
import { contract } from './contract.ts';

const READ = '/api/v2/notice/read-message';

it('sends an idempotency key with a change, and the same key again after a refresh', async () => {
  at('POST', READ, ({ headers }) =>
    headers.get('authorization') === 'Bearer new' ? json({ id: 1, read_at: '' }) : json({}, 401),
  );
  at('POST', '/lk/auth', () => {
    document.cookie = 'ilkat=new; path=/';
    return json({});
  });
  await send(contract.notice.readMessage, { body: { id: 1 } });
  const keys = requests()
    .filter(({ path }) => path === READ)
    .map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
});

it('sends no idempotency key with a read', async () => {
  at('GET', '/api/v2/user/list', () => json([]));
  await send(contract.user.list, {});
  expect(requests()[0]?.headers.has('idempotency-key')).toBe(false);
});

it('reads code, message, invalid fields, request id and retry delay of an error', async () => {
  at(
    'POST',
    READ,
    () =>
      new Response(
        JSON.stringify({
          status: 422,
          code: 'bad_input',
          message: 'Проверьте',
          errors: [{ path: 'body.id', message: 'Число' }],
          request_id: 'req-4',
        }),
        { status: 422, headers: { 'retry-after': '30' } },
      ),
  );
  const failure = await send(contract.notice.readMessage, { body: { id: 1 } }).catch((cause: unknown) => cause);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({
    status: 422,
    code: 'bad_input',
    message: 'Проверьте',
    errors: { 'body.id': 'Число' },
    requestId: 'req-4',
    retryAfter: 30,
  });
});

it('rejects with NetworkError without a connection', async () => {
  at('GET', '/api/v2/user/list', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(send(contract.user.list, {})).rejects.toBeInstanceOf(NetworkError);
});

it('sends a public call without a token and never refreshes', async () => {
  document.cookie = 'ilkat=; path=/; max-age=0';
  at('GET', '/api/v2/default/get-ip', () => json({ ip: '10.0.0.1', is_local: true }));
  await send(contract.byDefault.getIp, {});
  expect(requests()[0]?.headers.has('authorization')).toBe(false);
});

it('rejects a refused call with ApiError without ending the session', async () => {
  refuses(contract.user.list, {}, 'overloaded');
  await expect(send(contract.user.list, {})).rejects.toMatchObject({ status: 503, code: 'overloaded' });
});

it('builds an address with its parameters and only the given query', () => {
  expect(addressOf({ path: '/v2/user/{id}' }, { params: { id: 7 }, query: { a: 1, b: undefined } })).toBe('user/7?a=1');
});
