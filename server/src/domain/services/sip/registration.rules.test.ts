import { expect, test } from 'vitest';
import { shortAddress } from './registration.rules.ts';

test('only the network of a registered device is shown', () => {
  expect(shortAddress('sip:100107@10.84.12.7:5060')).toBe('10.84.x.x');
  expect(shortAddress('sip:100107@[2001:db8:1::7]:5060')).toBe('2001:db8::');
  expect(shortAddress('sip:100107@phone.example')).toBe('');
});
