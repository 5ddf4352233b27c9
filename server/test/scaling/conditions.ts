// Conditions as EXPLAIN writes them: `((a.contract_id = '100001'::bigint) AND (a.kind = 'i'::text))`.

const HIDDEN = '\0';
const hidden = (text: string): string => HIDDEN.repeat(text.length);

/** The same text, of the same length, in which everything in quotes or parentheses is hidden. */
function outline(text: string): string {
  const unquoted = text.replace(/'(?:[^']|'')*'|"[^"]*"/g, hidden);
  let depth = 0;
  return Array.from(unquoted, (sign) => {
    if (sign === ')') depth -= 1;
    const shown = depth === 0 ? sign : HIDDEN;
    if (sign === '(') depth += 1;
    return shown;
  }).join('');
}

/** Without the parentheses around the whole. */
function bare(text: string): string {
  return new RegExp(`^\\(${HIDDEN}*\\)$`).test(outline(text)) ? bare(text.slice(1, -1)) : text;
}

function split(text: string, word: string): string[] {
  let from = 0;
  return outline(text)
    .split(word)
    .map((part) => {
      const piece = text.slice(from, from + part.length);
      from += part.length + word.length;
      return piece;
    });
}

/** The same without a cast: `(a.contract_no)::bigint` is the column. */
const uncast = (text: string): string => bare(text.replace(/::[a-z ]+$/, ''));

type Equality = (left: string, right: string) => boolean;

/** Whether every row that satisfies the condition satisfies such an equality. */
export function alwaysHas(condition: string, isSuch: Equality): boolean {
  const whole = bare(condition);
  const all = split(whole, ' AND ');
  if (all.length > 1) return all.some((part) => alwaysHas(part, isSuch));
  const any = split(whole, ' OR ');
  if (any.length > 1) return any.every((part) => alwaysHas(part, isSuch));
  const [left = '', right, ...rest] = split(whole, ' = ');
  if (right === undefined || rest.length > 0) return false;
  return isSuch(uncast(left), right) || isSuch(uncast(right), left);
}

/** The names before a point: `a` of `a.contract_id`. */
export const aliasesIn = (expression: string): string[] =>
  Array.from(expression.replace(/'(?:[^']|'')*'/g, '').matchAll(/(\w+)"?\.\w/g), ([, alias = '']) => alias);
