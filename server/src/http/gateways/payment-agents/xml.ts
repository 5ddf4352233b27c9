import type { Kopecks } from '@kabinet/contract/kernel/money';
import { toWireMoney } from '@kabinet/contract/kernel/money';

/** The name and text of an element; an element without text is omitted. */
export type XmlElement = readonly [name: string, text: string | undefined];

// Characters that XML 1.0 does not allow even escaped.
const UNSPEAKABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNSPEAKABLE, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const element = ([name, text]: XmlElement) => (text === undefined ? '' : `<${name}>${escaped(text)}</${name}>`);

/** `<response>` with the elements in the given order; this module never parses XML. */
export const response = (elements: readonly XmlElement[], inner = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<response>${elements.map(element).join('')}${inner}</response>\n`;

/** `<fields>` of OSMP, which a terminal shows to the payer beside the result. */
export function fields(named: readonly XmlElement[]): string {
  const told = named.filter(([, text]) => text !== undefined);
  if (told.length === 0) return '';
  const rows = told.map(
    ([name, text], index) => `<field${index + 1} name="${name}">${escaped(text ?? '')}</field${index + 1}>`,
  );
  return `<fields>${rows.join('')}</fields>`;
}

/** Roubles with a dot, `200.00`. */
export const sumText = (amount: Kopecks | undefined): string | undefined =>
  amount === undefined ? undefined : toWireMoney(amount);
