import { shortened } from '#server/domain/shared/text.rules.ts';

/** The parts of a notice that the operator may write himself. */
export const TEXT_PARTS = ['title', 'text', 'sms', 'subject', 'letter'] as const;
export type OwnTextPart = (typeof TEXT_PARTS)[number];
export type Texts = Readonly<Record<OwnTextPart, string>>;
export type OwnText = Partial<Texts>;

/** The value of each name in braces, such as `{сумма}`. A value may be empty. */
export type TextFields = Readonly<Record<string, string>>;

const PLACEHOLDER = /\{([^{}\n]{1,40})\}/g;

/** Names in braces, each once. */
const placeholdersIn = (template: string): string[] => [
  ...new Set([...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name)),
];

/** The most characters of a value in a text message. */
const LONGEST_IN_SMS = 120;

const fill = (template: string, fields: TextFields): string =>
  template
    .replace(PLACEHOLDER, (whole, name: string) => fields[name] ?? whole)
    .replace(/ {2,}/g, ' ')
    .trim();

/** Fills a template in one pass, so braces in a value are not replaced again. The result is always one line. */
export const fillLine = (template: string, fields: TextFields): string =>
  fill(template, fields).replace(/\s*[\r\n]\s*/g, ' ');

export const fillSms = (template: string, fields: TextFields): string =>
  fillLine(
    template,
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shortened(value, LONGEST_IN_SMS)])),
  );

/** Fills a template whose paragraphs are separated by empty lines. Omits a paragraph whose values are all empty. */
export const fillParagraphs = (template: string, fields: TextFields): string[] =>
  template
    .split(/\n\s*\n/)
    .filter((paragraph) => {
      const names = placeholdersIn(paragraph);
      return names.length === 0 || names.some((name) => (fields[name] ?? '') !== '');
    })
    .map((paragraph) => fill(paragraph, fields))
    .filter((paragraph) => paragraph !== '');

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

/** Turns a built-in text into a template: replaces its values by names in braces, the longest value first. */
export function templateOf(text: string, fields: TextFields): string {
  const named = Object.entries(fields)
    .map(([name, value]) => ({ name, value: plain(value) }))
    .filter(({ value }) => value !== '')
    .toSorted((one, other) => other.value.length - one.value.length);
  // Marks that no text has keep a value from being looked for inside a name.
  const marked = named.reduce((sum, { value }, index) => sum.replaceAll(value, `\u0000${index}\u0000`), plain(text));
  // oxlint-disable-next-line no-control-regex
  return marked.replace(/\0(\d+)\0/g, (_, index: string) => `{${named[Number(index)]?.name ?? ''}}`);
}

/** Letters of Cyrillic in each part of a long text message. */
const IN_SMS_PART = 67;
const MOST_SMS_PARTS = 4;
const LONGEST: Texts extends Record<infer P, string> ? Readonly<Record<P, number>> : never = {
  title: 120,
  text: 2000,
  sms: 600,
  subject: 150,
  letter: 4000,
};

const braces = (names: readonly string[]): string => names.map((name) => `{${name}}`).join(', ');

interface Checked {
  readonly part: OwnTextPart;
  readonly template: string;
  /** The built-in template of the same part. */
  readonly builtIn: string;
  /** Values of an example. */
  readonly fields: TextFields;
  /** The link that is added to a text message. */
  readonly link: string;
}

/** What no reader sees and what turns the writing round: a letter could show another sum than it has. */
const INVISIBLE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** The first character of a text that must not be there; lines may end where a text may have several. */
const invisibleIn = (template: string): string | undefined => INVISIBLE.exec(template.replace(/\r?\n|\t/g, ' '))?.[0];

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

function wrongCharacter(template: string): string | undefined {
  const invisible = invisibleIn(template);
  if (invisible !== undefined) return `есть невидимый знак ${codeOf(invisible)}, сотрите его`;
  return /[{}]/.test(template.replaceAll(PLACEHOLDER, '')) ? 'фигурная скобка без пары' : undefined;
}

function wrongPlaceholder(template: string, builtIn: string, fields: TextFields): string | undefined {
  const used = placeholdersIn(template);
  const unknown = used.filter((name) => !Object.hasOwn(fields, name));
  if (unknown.length > 0) return `нет такой подстановки: ${braces(unknown)}. Есть: ${braces(Object.keys(fields))}`;
  const missing = placeholdersIn(builtIn).filter((name) => !used.includes(name));
  return missing.length > 0 ? `не хватает подстановки: ${braces(missing)}` : undefined;
}

/** The error in a text, in Russian; undefined if there is none. */
export function ownTextFault({ part, template, builtIn, fields, link }: Checked): string | undefined {
  if (template.trim() === '') return 'текст пуст. Чтобы вернуть встроенный, уберите строку или выполните texts reset';
  if (template.length > LONGEST[part]) return `${template.length} знаков, можно ${LONGEST[part]}`;
  const wrong = wrongCharacter(template) ?? wrongPlaceholder(template, builtIn, fields);
  if (wrong !== undefined) return wrong;
  if (part !== 'sms') return undefined;
  const parts = Math.ceil(`${fillSms(template, fields)} ${link}`.length / IN_SMS_PART);
  return parts > MOST_SMS_PARTS ? `СМС со ссылкой займёт ${parts} частей, можно ${MOST_SMS_PARTS}` : undefined;
}
