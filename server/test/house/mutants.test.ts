import { expect, test } from 'vitest';
import { mutantsOf } from '../../../scripts/mutation/mutants.ts';

const faults = (text: string) => mutantsOf('one.ts', text).map(({ source }) => source);

test.each<[string, string[]]>([
  ['x = a < b;', ['x = a <= b;']],
  ['x = a === 1 && b;', ['x = a === 1 || b;', 'x = a !== 1 && b;', 'x = a === (1 + 1) && b;']],
  ['x = a ? b : c;', ['x = !(a) ? b : c;']],
  ["x = 'a' + b - c;", ["x = 'a' + b + c;"]],
  ['await tell(a);', [';']],
  ['x = !a;', ['x = a;']],
  [
    'x = sql`select 1 from t where a < b and c is null`;',
    [
      'x = sql`select 1 from t where a <= b and c is null`;',
      'x = sql`select 1 from t where a < b or c is null`;',
      'x = sql`select 1 from t where a < b and c is not null`;',
    ],
  ],
  ['type T = 1 | true; enum E { A = 1 }', ['type T = 1 | true; enum E { A = (1 + 1) }']],
])('%s', (text, expected) => {
  expect(faults(text)).toEqual(expected);
});

test('an early return is removed whole, and its condition turned round', () => {
  expect(mutantsOf('one.ts', 'function f() {\n  if (a) {\n    return 2;\n  }\n  return b;\n}')).toMatchObject([
    { line: 2, before: 'if (a) {', after: 'if (!(a)) {' },
    { line: 2, source: 'function f() {\n  ;\n  return b;\n}' },
    { line: 3, after: 'return (2 + 1);' },
  ]);
});
