import { expect, test } from 'vitest';
import { contract } from '../contract.ts';
import { callQuery as onServer } from './use-call-on-server.ts';
import { callQuery } from '../use-call.ts';

test('a rendered page reads results by the keys by which a browser keeps them', () => {
  for (const _ of ['made', 'known']) {
    expect(onServer(contract.internetContract.get, {}).queryKey).toEqual(['internet-contract']);
    for (const request of [{ query: { p: 'i' } }, { query: { p: 't' } }] as const) {
      const { queryKey } = callQuery(contract.payment.expectedPrice, request);
      expect(onServer(contract.payment.expectedPrice, request).queryKey).toEqual(queryKey);
    }
    const other = { params: { id: 7 } } as const;
    expect(onServer(contract.user.get, other).queryKey).toEqual(callQuery(contract.user.get, other).queryKey);
  }
});
