import { canBeOrdered } from '../radius/attributes.ts';
import type { OrderKind } from '../radius/packet.ts';

/** Attributes of a reply: name, operator, value, name, … */
type Attributes = readonly string[];

/** What a session is told at its beginning, and what may be told to it while it lasts. */
export interface Shape {
  readonly accept: Attributes;
  readonly coa: Attributes;
}

/**
 * How a living session comes from one shape to another. A device cannot be told to forget an attribute, nor to take another address: then
 * the session is ended, and begins anew with what it should have. `former`: undefined if nobody knows what the session was opened with.
 */
export function wayTo(former: Shape | undefined, wanted: Shape): OrderKind {
  const told = triples(wanted.coa);
  if (told.length === 0 || told.some(({ name }) => !canBeOrdered(name))) return 'disconnect';
  return former === undefined || isCovered(former, wanted) ? 'change' : 'disconnect';
}

interface Triple {
  readonly name: string;
  readonly op: string;
  readonly value: string;
}

const triples = (attributes: Attributes): Triple[] =>
  Array.from({ length: attributes.length / 3 }, (_, place) => {
    const [name = '', op = '', value = ''] = attributes.slice(place * 3, place * 3 + 3);
    return { name, op, value };
  });

const textOf = ({ name, op, value }: Triple): string => `${name}\n${op}\n${value}`;

/** Whether telling the session what is wanted takes back, or replaces, all that it was told before. */
function isCovered(former: Shape, wanted: Shape): boolean {
  const changeable = new Set(
    triples(wanted.coa)
      .filter(isReplaced)
      .map(({ name }) => name),
  );
  const kept = new Set(triples(wanted.accept).map(textOf));
  const had = triples(former.accept);
  const before = new Set(had.map(textOf));
  const isLost = had.some((one) => !kept.has(textOf(one)) && !changeable.has(one.name));
  const isNew = triples(wanted.accept).some((one) => !before.has(textOf(one)) && !canBeAdded(wanted, one));
  return !isLost && !isNew;
}

/** A second value of such an attribute stands beside the first one. */
const ADDED = /^(?:Cisco-|ERX-Service-Activate)/;

const isReplaced = ({ name, op }: Triple): boolean => op === ':=' && !ADDED.test(name);

const canBeAdded = ({ coa }: Shape, wanted: Triple): boolean => triples(coa).some(({ name }) => name === wanted.name);
