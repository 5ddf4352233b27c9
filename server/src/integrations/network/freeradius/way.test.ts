import { describe, expect, test } from 'vitest';
import { wayTo, type Shape } from './way.ts';

const shape = (accept: readonly string[], coa: readonly string[] = accept): Shape => ({ accept, coa });
const speed = (text: string) => ['Mikrotik-Rate-Limit', ':=', text];
const debtors = ['Mikrotik-Address-List', ':=', 'debtors'];

describe('a living session', () => {
  test('gets another speed without an interruption', () => {
    expect(wayTo(shape(speed('10M/10M')), shape(speed('50M/50M')))).toBe('change');
  });

  test('enters the walled garden at once, and leaves it by a new session', () => {
    const walled = shape([...debtors, ...speed('1M/1M')]);
    expect(wayTo(shape(speed('10M/10M')), walled)).toBe('change');
    expect(wayTo(walled, shape(speed('10M/10M')))).toBe('disconnect');
  });

  test.each([
    ['another address', ['Framed-IP-Address', ':=', '10.0.0.7'], ['Framed-IP-Address', ':=', '10.0.0.8']],
    ['an address of its own', [], ['Framed-IP-Address', ':=', '10.0.0.8']],
    ['no address of its own any more', ['Framed-IP-Address', ':=', '10.0.0.7'], []],
  ])('begins anew for %s', (_, former, wanted) => {
    const coa = speed('10M/10M');
    expect(wayTo(shape([...coa, ...former], coa), shape([...coa, ...wanted], coa))).toBe('disconnect');
  });

  test('begins anew where a second service would stand beside the first one', () => {
    const service = (name: string) =>
      shape(['Cisco-Account-Info', '+=', `A${name}`], ['Cisco-AVPair', '+=', `subscriber:service-name=${name}`]);
    expect(wayTo(service('INET-100'), service('INET-50'))).toBe('disconnect');
    const juniper = (text: string) => shape(['ERX-Service-Activate:1', ':=', text]);
    expect(wayTo(juniper('inet(100000k,100000k)'), juniper('walled'))).toBe('disconnect');
  });

  test('begins anew if nothing can be told to it, or an attribute is not known', () => {
    expect(wayTo(shape(speed('10M/10M')), shape(speed('50M/50M'), []))).toBe('disconnect');
    const foreign = ['Redback-Policy', ':=', 'x'];
    expect(wayTo(shape(foreign), shape(foreign))).toBe('disconnect');
  });

  test('is told what is wanted if nobody knows what it was opened with', () => {
    expect(wayTo(undefined, shape(speed('50M/50M')))).toBe('change');
  });
});
