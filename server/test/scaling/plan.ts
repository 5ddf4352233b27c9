import type pg from 'pg';

/** A part of a plan, as EXPLAIN writes it. */
export interface PlanPart {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Schema?: string;
  readonly Alias?: string;
  readonly Output?: readonly string[];
  readonly Plans?: readonly PlanPart[];
  readonly 'Subplan Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly Filter?: string;
  readonly 'Join Filter'?: string;
}

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Without these ways PostgreSQL reaches each row by a key, if the statement names one. */
const WITHOUT = ['seqscan', 'hashjoin', 'mergejoin', 'memoize', 'material'];
const PREPARATION = [
  'begin',
  'set local max_parallel_workers_per_gather = 0',
  ...WITHOUT.map((way) => `set local enable_${way} = off`),
].join('; ');

/** How PostgreSQL would carry out a statement with these values; it carries nothing out. Undefined for what has no plan. */
export async function planOf(pool: pg.Pool, { text, values }: Statement): Promise<PlanPart | undefined> {
  if (!/^(select|insert|update|delete|with)\b/.test(text)) return undefined;
  const client = await pool.connect();
  try {
    await client.query(PREPARATION);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanPart }] }>(
      `explain (verbose, costs off, format json) ${text}`,
      [...values],
    );
    return rows[0]?.['QUERY PLAN'][0].Plan;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

export const partsOf = (plan: PlanPart): PlanPart[] => [plan, ...(plan.Plans ?? []).flatMap(partsOf)];

/** Everything that its rows satisfy; an index of a bitmap repeats what its heap checks. */
export const conditionsOf = (part: PlanPart): string[] =>
  part['Node Type'] === 'Bitmap Index Scan'
    ? []
    : [part['Index Cond'], part['Recheck Cond'], part.Filter, part['Join Filter']].filter((one) => one !== undefined);

const HASHED = /("?[\w*$ ]+"?\.\w+) = \(hashed SubPlan (\d+)\)\.col(\d+)/g;

/** A small subquery may be read whole and hashed: what its rows are then compared with. */
export function hashedConditions(parts: readonly PlanPart[]): string[] {
  const outputs = new Map(parts.map((part) => [part['Subplan Name'], part.Output]));
  const texts = parts.flatMap((part) => [...conditionsOf(part), ...(part.Output ?? [])]);
  return texts.flatMap((text) =>
    Array.from(text.matchAll(HASHED), ([, left, plan, column]) => {
      const right = outputs.get(`SubPlan ${plan}`)?.[Number(column) - 1];
      return `(${left} = ${right})`;
    }),
  );
}

/** What is asked of the rows of `union all` is written with the names of its first part; it holds for every part. */
export const unitedConditions = (parts: readonly PlanPart[]): string[] =>
  parts.flatMap(({ 'Node Type': type, Plans: [first, ...others] = [] }) => {
    if (type !== 'Append' || !first) return [];
    const within = new Set(partsOf(first));
    const asked = parts.filter((part) => !within.has(part)).flatMap(conditionsOf);
    return others.flatMap((other) => asked.map((condition) => renamed(condition, first, other)));
  });

const renamed = (condition: string, { Output: from = [] }: PlanPart, { Output: to = [] }: PlanPart): string =>
  from.reduce((text, column, place) => {
    const other = to[place];
    return /^\w+\.\w+$/.test(column) && other ? text.replace(new RegExp(`\\b${column}\\b`, 'g'), other) : text;
  }, condition);
