import { expect, test } from 'vitest';
import { instrument } from '../../../scripts/mutation/instrument.ts';

test.each([
  ['x = a < b;', 'x = (fault(5) ? (a <= b) : (a < b));'],
  ['x = !a;', 'x = (fault(5) ? (a) : (!a));'],
  ['x = a ? b : c;', 'x = (fault(5) ? (!(a)) : (a)) ? b : c;'],
  ['x = a && b + 0;', 'x = (fault(5) ? (a || b + 0) : (a && (fault(6) ? (b - 0) : (b + (fault(7) ? (1) : (0))))));'],
  ['await tell(a);', '{ if (!fault(5)) { await tell(a); } }'],
  ['x = sql`a is null`;', 'x = (fault(5) ? (sql`a is not null`) : (sql`a is null`));'],
  [
    'function f() { if (a) return; b(); }',
    'function f() { { if (!fault(6)) { if ((fault(5) ? (!(a)) : (a))) return; } } { if (!fault(7)) { b(); } } }',
  ],
  [
    'if (a.b) c(); else d();',
    'if ((fault(5) ? (!(a.b)) : (a.b))) { if (!fault(6)) { c(); } } else { if (!fault(7)) { d(); } }',
  ],
  ['const { 0: first } = found;', 'const { 0: first } = found;'],
])('%s', (text, expected) => {
  // A function may have a `fault` of its own.
  expect(instrument('one.ts', text, 5).source).toBe(expected.replaceAll('fault(', 'globalThis.fault('));
});
