import { expect, it } from 'vitest';
import { at, json, refuses, requests } from '../../test/stub.ts';
import { ApiError, NetworkError } from './api-error.ts';
import { addressOf, send } from './client.ts';
import { contract } from './contract.ts';

const READ = '/api/v2/notice/read-message';

it('a change carries an idempotency key, the same one when it is sent again after a refresh', async () => {
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

it('a read carries no idempotency key', async () => {
  at('GET', '/api/v2/user/list', () => json([]));
  await send(contract.user.list, {});
  expect(requests()[0]?.headers.has('idempotency-key')).toBe(false);
});

it('a refusal tells its code, message, wrong fields, request and how long to wait', async () => {
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

it('a lost network is an error of its own kind', async () => {
  at('GET', '/api/v2/user/list', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(send(contract.user.list, {})).rejects.toBeInstanceOf(NetworkError);
});

it('a public call goes without a token and never renews one', async () => {
  document.cookie = 'ilkat=; path=/; max-age=0';
  at('GET', '/api/v2/default/get-ip', () => json({ ip: '10.0.0.1', is_local: true }));
  await send(contract.byDefault.getIp, {});
  expect(requests()[0]?.headers.has('authorization')).toBe(false);
});

it('a refused subscriber call is an ApiError, not the end of the session', async () => {
  refuses(contract.user.list, {}, 'overloaded');
  await expect(send(contract.user.list, {})).rejects.toMatchObject({ status: 503, code: 'overloaded' });
});

it('an address has its parameters and only the query that is given', () => {
  expect(addressOf({ path: '/v2/user/{id}' }, { params: { id: 7 }, query: { a: 1, b: undefined } })).toBe('user/7?a=1');
});
