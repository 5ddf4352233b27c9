import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { at, json, requests } from '../../test/stub.ts';
import { loadBatch, wanted } from './batch.ts';
import { contract } from './contract.ts';
import { cacheKey, callQuery, outdate } from './use-call.ts';

const list = [wanted(contract.internetContract.get, {}), wanted(contract.user.list, {})];

it('stores batch results under the keys of the single calls, without refused parts', async () => {
  const cache = new QueryClient();
  at('POST', '/api/v2/default/index', () => json({ 'user/list': [] }));
  await loadBatch(cache, list);
  expect(requests()[0]?.body).toEqual({ 'internet-contract': {}, 'user/list': {} });
  expect(cache.getQueryData(cacheKey(contract.user.list))).toEqual([]);
  expect(cache.getQueryData(cacheKey(contract.internetContract.get))).toBeUndefined();
});

it('makes a query that starts during a batch wait for it and send nothing', async () => {
  const cache = new QueryClient();
  at('POST', '/api/v2/default/index', () => json({ 'user/list': [], 'internet-contract': { contract_id: 1 } }));
  const batch = loadBatch(cache, list);
  await expect(cache.query(callQuery(contract.internetContract.get, {}))).resolves.toEqual({ contract_id: 1 });
  await batch;
  expect(requests()).toHaveLength(1);
});

it('requests a refused part separately', async () => {
  const cache = new QueryClient();
  at('POST', '/api/v2/default/index', () => json({ 'user/list': [] }));
  at('GET', '/api/v2/internet-contract', () => json({ contract_id: 2 }));
  const batch = loadBatch(cache, list);
  await expect(cache.query(callQuery(contract.internetContract.get, {}))).resolves.toEqual({ contract_id: 2 });
  await batch;
});

it('does not use a batch that was sent before a change', async () => {
  const cache = new QueryClient();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  at('POST', '/api/v2/default/index', async () => {
    await held;
    return json({ 'user/list': ['before the change'] });
  });
  at('GET', '/api/v2/user/list', () => json(['after the change']));
  const batch = loadBatch(cache, list);
  await outdate(cache, ['user']);
  await expect(cache.query(callQuery(contract.user.list, {}))).resolves.toEqual(['after the change']);
  release();
  await batch;
  expect(cache.getQueryData(cacheKey(contract.user.list))).toEqual(['after the change']);
});

it('builds a key from the parts of the address, with the query at the end', () => {
  expect(cacheKey(contract.user.get, { params: { id: 7 } })).toEqual(['user', '7']);
  expect(cacheKey(contract.user.list, { query: { user_type: 'tv' } })).toEqual(['user', 'list', { user_type: 'tv' }]);
});
