import { notOurs } from './not-ours.ts';

// The attributes of elements as React writes them, of those that the cabinet uses; any other one is left to React.

const TO_ESCAPE = /["'&<>]/;
const ALL_TO_ESCAPE = /["'&<>]/g;
const ESCAPED: Readonly<Record<string, string>> = {
  '"': '&quot;',
  "'": '&#x27;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
};

export const escaped = (text: string): string =>
  TO_ESCAPE.test(text) ? text.replace(ALL_TO_ESCAPE, (one) => ESCAPED[one] ?? one) : text;

/** Makes the text of an attribute whose value is not null. */
type Write = (value: unknown) => string;

const valueText = (value: unknown): string => {
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'number') return String(value);
  return notOurs('a value of an attribute');
};

const text = (name: string): Write => {
  const start = ` ${name}="`;
  return (value) => (typeof value === 'boolean' ? '' : `${start}${valueText(value)}"`);
};

/** A value that may be a word `true` or `false`. */
const told = (name: string): Write => {
  const start = ` ${name}="`;
  return (value) => `${start}${typeof value === 'boolean' ? String(value) : valueText(value)}"`;
};

const flag = (name: string): Write => {
  const set = ` ${name}=""`;
  return (value) => (value ? set : '');
};

/** React spoils addresses that run a script. */
const RUNS = /^[\u0000-\u0020]*j[\s]*a[\s]*v[\s]*a/i;

const address = (name: string): Write => {
  const start = ` ${name}="`;
  return (value) => {
    if (typeof value !== 'string' || value === '' || RUNS.test(value)) return notOurs('an address');
    return `${start}${escaped(value)}"`;
  };
};

const styleNames = new Map<string, string>();
const styleName = (name: string): string => {
  const known = styleNames.get(name);
  if (known !== undefined) return known;
  const made = name.startsWith('--') ? name : name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  styleNames.set(name, made);
  return made;
};

/** A number needs a unit, which depends on its name. */
const styleValue = (value: unknown, name: string): string => {
  if (typeof value === 'string') return escaped(value.trim());
  return value === 0 || (typeof value === 'number' && name.startsWith('--')) ? String(value) : notOurs('a style');
};

const style: Write = (value) => {
  const parts = Object.entries(value as object)
    .filter(([, one]) => one !== null && one !== undefined && one !== '' && typeof one !== 'boolean')
    .map(([name, one]) => `${styleName(name)}:${styleValue(one, name)}`);
  return parts.length > 0 ? ` style="${parts.join(';')}"` : '';
};

const nothing: Write = () => '';

const named = (write: (name: string) => Write, names: string): [string, Write][] =>
  names.split(' ').map((name) => [name, write(name)]);

const WRITERS = new Map<string, Write>([
  ['className', text('class')],
  ['htmlFor', text('for')],
  ['tabIndex', text('tabindex')],
  ['textAnchor', text('text-anchor')],
  ['shapeRendering', text('shape-rendering')],
  ['style', style],
  ['autoFocus', flag('autofocus')],
  ['multiple', flag('multiple')],
  ...named(
    text,
    'viewBox preserveAspectRatio autoComplete autoCapitalize inputMode enterKeyHint dateTime maxLength colSpan',
  ),
  ...named(text, 'patternUnits patternTransform'),
  ...named(told, 'spellCheck value draggable'),
  ...named(flag, 'checked disabled hidden inert noValidate open readOnly required'),
  ...named(address, 'href action'),
  ...named(() => nothing, 'ref suppressHydrationWarning'),
  // What React treats in another way, and the cabinet does not need in a rendered screen.
  ...named(
    () => () => notOurs('an attribute'),
    'src download capture cols rows size span start loop muted controls default defer async defaultValue defaultChecked formAction',
  ),
]);

const PLAIN = /^[a-z][a-z0-9-]*$/;
const HANDLER = /^on[A-Z]/;
const TOLD = /^(?:aria|data)-/;

const makeWriter = (name: string): Write => {
  if (HANDLER.test(name)) return nothing;
  if (!PLAIN.test(name) || name.startsWith('on')) return notOurs(`the attribute ${name}`);
  return TOLD.test(name) ? told(name) : text(name);
};

const writerOf = (name: string): Write => {
  const known = WRITERS.get(name);
  if (known) return known;
  const made = makeWriter(name);
  WRITERS.set(name, made);
  return made;
};

export type Props = Readonly<Record<string, unknown>>;

/** The text of one attribute. */
const attribute = (name: string, value: unknown): string =>
  value === null || value === undefined ? '' : writerOf(name)(value);

/** The text of all attributes, those of `last` after the others and in this order, as React has it. */
export function attributes(props: Props, last: readonly string[]): string {
  let written = '';
  for (const name in props) {
    if (name === 'children' || name === 'dangerouslySetInnerHTML' || last.includes(name)) continue;
    written += attribute(name, props[name]);
  }
  for (const name of last) written += attribute(name, props[name]);
  return written;
}
