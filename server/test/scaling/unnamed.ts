import { aliasesIn, alwaysHas } from './conditions.ts';
import { kindOf, namesContract } from './placement.ts';
import { conditionsOf, hashedConditions, partsOf, unitedConditions, type PlanPart } from './plan.ts';

/**
 * The tables that a statement reads beyond its contract: those divided by contracts whose rows it reaches by no key of a contract. The key is
 * compared with a value, or with rows that are themselves reached so.
 */
export function readBeyondContract(plan: PlanPart): string[] {
  const parts = partsOf(plan);
  const conditions = [...parts.flatMap(conditionsOf), ...hashedConditions(parts), ...unitedConditions(parts)];
  const open = dividedIn(parts);
  const reaches = (alias: string) => (left: string, right: string) => {
    const [of, column] = left.split('.');
    if (of !== alias || column === undefined || !namesContract(open.get(alias) ?? '', column, right)) return false;
    return !aliasesIn(right).some((one) => open.has(one));
  };
  const reached = () => [...open.keys()].filter((alias) => conditions.some((one) => alwaysHas(one, reaches(alias))));
  for (let next = reached(); next.length > 0; next = reached()) for (const alias of next) open.delete(alias);
  return [...new Set(open.values())].sort();
}

/** The contracts that it names by their ids; more than one may lie on different servers. */
export function contractIdsIn(plan: PlanPart): ReadonlySet<string> {
  const conditions = partsOf(plan).flatMap(conditionsOf);
  const values = conditions.flatMap((one) => Array.from(one.matchAll(NAMED), ([, value = '']) => value.split(',')));
  return new Set(values.flat());
}

const NAMED = /\.contract_id = (?:ANY \()?'\{?([-\d,]+)\}?'/g;

/** Tables by the names that they have in the plan. */
function dividedIn(parts: readonly PlanPart[]): Map<string, string> {
  const read = parts.filter((part) => part['Node Type'] !== 'ModifyTable' && part['Relation Name'] !== undefined);
  return new Map(
    read.map((part) => [part.Alias!, tableOf(part)] as const).filter(([, table]) => kindOf(table) === 'divided'),
  );
}

/** A partition counts as its table. */
function tableOf(part: PlanPart): string {
  const table = part['Relation Name']!.replace(/_(\d{4}_\d{2}(_\d{2})?|other|live|first)$/, '');
  return part.Schema === 'public' ? table : `${part.Schema}.${table}`;
}
