import { expect, test } from 'vitest';
import { instrument } from '../../../scripts/mutation/instrument.ts';

test.each([
  ['x = a < b;', 'x = (globalThis.fault(5) ? (a <= b) : (a < b));'],
  ['x = !a;', 'x = (globalThis.fault(5) ? (a) : (!a));'],
  ['x = a ? b : c;', 'x = (globalThis.fault(5) ? (!(a)) : (a)) ? b : c;'],
  [
    'x = a && b + 0;',
    'x = (globalThis.fault(5) ? (a || b + 0) : (a && (globalThis.fault(6) ? (b - 0) : (b + (globalThis.fault(7) ? (1) : (0))))));',
  ],
  ['await tell(a);', '{ if (!globalThis.fault(5)) { await tell(a); } }'],
  ['x = sql`a is null`;', 'x = (globalThis.fault(5) ? (sql`a is not null`) : (sql`a is null`));'],
  [
    'function f() { if (a) return; b(); }',
    'function f() { { if (!globalThis.fault(6)) { if ((globalThis.fault(5) ? (!(a)) : (a))) return; } } { if (!globalThis.fault(7)) { b(); } } }',
  ],
  [
    'if (a.b) c(); else d();',
    'if ((globalThis.fault(5) ? (!(a.b)) : (a.b))) { if (!globalThis.fault(6)) { c(); } } else { if (!globalThis.fault(7)) { d(); } }',
  ],
  ['const { 0: first } = found;', 'const { 0: first } = found;'],
])('%s', (text, expected) => {
  // A function may have a `fault` of its own.
  expect(instrument('one.ts', text, 5).source).toBe(expected.replaceAll('fault(', 'globalThis.fault('));
});
