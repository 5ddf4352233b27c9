import { createHash } from 'node:crypto';
import type { CatalogueRow } from './catalogue.queries.ts';
import type { CatalogueValues } from './fields.rules.ts';

/** Of an `integer`. */
const BYTES = 4;
const SIGN = 1;

/** What is written now, as a number: two clerks who edit one thing see that it differs. */
export function versionOfValues(
  values: CatalogueValues,
  { price, is_draft }: Pick<CatalogueRow, 'price' | 'is_draft'>,
): number {
  const whole = JSON.stringify([Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)), is_draft && price]);
  return createHash('sha256').update(whole).digest().readUIntBE(0, BYTES) >>> SIGN;
}
