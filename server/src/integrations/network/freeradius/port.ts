// What the portal asks about FreeRADIUS itself, besides the port of the network.
import { attributesOf } from './attributes.ts';
export { TOLD_SHAPE } from './orders.queries.ts';
import { unknownPlaceholders, type ReplyTemplate } from './reply.ts';

/** Why devices of a kind cannot be told this, in words for the operator; undefined: they can. */
export function templateFault(
  kind: string,
  { attribute, value }: Pick<ReplyTemplate, 'attribute' | 'value'>,
): string | undefined {
  const type = attributesOf(kind).get(attribute.replace(/:[0-9]{1,2}$/, ''));
  if (type === undefined) return `Атрибута ${attribute} у ${kind} нет`;
  const [unknown] = unknownPlaceholders(value);
  if (unknown !== undefined) return `В скобках стоит {${unknown}}, такого имени нет`;
  const filled = value.replaceAll(/\{[a-z_0-9]+\}/g, '1');
  if (type === 'integer' && !/^[0-9]{1,10}$/.test(filled)) return `Значение ${attribute} — целое число`;
  if (type === 'ipaddr' && value !== '{address}' && !/^(?:[0-9]{1,3}\.){3}[0-9]{1,3}$/.test(value))
    return `Значение ${attribute} — адрес IPv4 или {address}`;
  return undefined;
}
