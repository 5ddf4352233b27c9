import type { ColumnDifference } from '../differences.ts';

/** When a column of a row that is there takes what the table says, or why it never does. */
export type Changeable = 'always' | 'on hold' | { readonly never: string };

/** A column that differs; `kept`: why ours stays, null if it is changed. */
export interface MergedColumn extends ColumnDifference {
  readonly kept: string | null;
}

/** A rule for a value that may be wrong: then it stays, with the reason. */
export const unless = (refused: { readonly wrong: string } | undefined, rule: Changeable): Changeable =>
  refused ? { never: refused.wrong } : rule;

const NEVER: Changeable = { never: 'таблицей не меняется' };
const BEGUN = 'списания уже начаты: меняйте здесь';
const NOT_FROM_TABLES = 'строка появилась не из таблиц: меняйте здесь';
const BOTH = 'изменили и у нас, и в таблице: решите, как верно';

/** What the table said last, compared with ours. */
export interface FormerRow {
  readonly cells: Readonly<Record<string, string | undefined>>;
  /** The columns in which ours differs from it. */
  readonly differing: readonly ColumnDifference[];
}

interface MergeRules {
  readonly ruleOf: (key: string) => Changeable | undefined;
  /** Columns that have a meaning only together. */
  readonly together?: readonly string[] | undefined;
  readonly isOnHold: boolean;
}

/**
 * Decides between ours and what the table says now, by what it said last: a column that only the table has changed is changed, one that only
 * we have changed is no difference, one that both have changed is named and stays (decision 0257).
 */
export function mergedColumns(
  differing: readonly ColumnDifference[],
  former: FormerRow | undefined,
  { ruleOf, together = [], isOnHold }: MergeRules,
): MergedColumn[] {
  return differing.flatMap((one) => {
    if (former && isOursAlone(one, former)) return [];
    const rule = ruleOf(one.key) ?? NEVER;
    const keys = together.includes(one.key) ? together : [one.key];
    return [{ ...one, kept: whyKept(rule, isOnHold) ?? whyUnclear(keys, former) }];
  });
}

function whyKept(rule: Changeable, isOnHold: boolean): string | null {
  if (typeof rule === 'object') return rule.never;
  return rule === 'on hold' && !isOnHold ? BEGUN : null;
}

/** The table says what it said before. */
const isOursAlone = ({ key, given }: ColumnDifference, { differing }: FormerRow): boolean =>
  given !== null && differing.some((one) => one.key === key && one.given === given);

function whyUnclear(keys: readonly string[], former: FormerRow | undefined): string | null {
  if (!former) return NOT_FROM_TABLES;
  return former.differing.some((one) => keys.includes(one.key)) ? BOTH : null;
}
