import { quantile } from '../parts/processor.ts';
import type { Deed } from './open-loop.ts';

/** What came of a rate. */
export interface Figures {
  readonly name: string;
  readonly asked: number;
  /** Right and in time, a second. */
  readonly good: number;
  readonly refused: number;
  readonly late: number;
  readonly wrong: number;
  /** Of right replies, milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds of processor for each right reply. */
  readonly portal: number;
  readonly postgres: number;
  readonly deeds: readonly Deed[];
}

export interface Spent {
  readonly portal: number;
  readonly postgres: number;
}

export function figuresOf(name: string, asked: number, ms: number, deeds: readonly Deed[], spent: Spent): Figures {
  const of = (fate: Deed['fate']) => deeds.filter((deed) => deed.fate === fate);
  const right = of('right');
  const times = right.map(({ took }) => took);
  return {
    name,
    asked,
    good: (right.length * 1000) / ms,
    refused: of('refused').length,
    late: of('late').length,
    wrong: of('wrong').length,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    portal: spent.portal / right.length,
    postgres: spent.postgres / right.length,
    deeds,
  };
}

export const HEAD = [
  '| load | asked a second | right within 2 s | refused | late | wrong | p50, ms | p99, ms | CPU an action, ms: portal | PostgreSQL |',
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
];

export const lineOf = (one: Figures): string =>
  `| ${[one.name, one.asked.toFixed(0), one.good.toFixed(0), one.refused, one.late, one.wrong, one.p50.toFixed(0), one.p99.toFixed(0), one.portal.toFixed(2), one.postgres.toFixed(2)].join(' | ')} |`;

/** What became of each kind, what it took, and the first of those that were wrong. */
export function kindsOf(deeds: readonly Deed[]): string[] {
  const kinds = [...new Set(deeds.map(({ kind }) => kind))].toSorted();
  return [
    '| kind | offered | right within 2 s | told to repeat | late | wrong | p50, ms | p99, ms |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...kinds.map((kind) =>
      kindLine(
        kind,
        deeds.filter((deed) => deed.kind === kind),
      ),
    ),
  ];
}

function kindLine(kind: string, all: readonly Deed[]): string {
  const of = (fate: Deed['fate']) => all.filter((deed) => deed.fate === fate);
  const right = of('right');
  const times = right.map(({ took }) => took);
  const inTime = `${right.length} (${((right.length / all.length) * 100).toFixed(0)} %)`;
  const wrong = `${of('wrong').length} ${of('wrong')[0]?.said ?? ''}`.trim();
  const took = [quantile(times, 0.5).toFixed(0), quantile(times, 0.99).toFixed(0)];
  return `| ${[kind, all.length, inTime, of('refused').length, of('late').length, wrong, ...took].join(' | ')} |`;
}
