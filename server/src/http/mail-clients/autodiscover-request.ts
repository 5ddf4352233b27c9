/** A mail program's Autodiscover request. */
export interface AutodiscoverRequest {
  readonly address: string;
  /** The schema of the reply that it understands. */
  readonly answerSchema: string;
}

const SCHEMA = 'http://schemas.microsoft.com/exchange/autodiscover/outlook/requestschema/2006';
const DECLARATION = /^\uFEFF?\s*(?:<\?xml(?:\s[^<>?]*)?\?>)?\s*/;
/** One tag, or the text before the next one. */
const PART =
  /<(?<end>\/?)(?<name>[A-Za-z][\w.-]*)(?<attributes>(?:\s+[\w:.-]+\s*=\s*(?:"[^"<&]*"|'[^'<&]*'))*)\s*(?<empty>\/?)>|(?<text>[^<&]+)/y;
const NAMESPACE = /(?:^|\s)xmlns\s*=\s*["']([^"']*)["']/;
const DEEPEST = 4;
const ROOT = 'Autodiscover';
const ADDRESS = `${ROOT}/Request/EMailAddress`;
const ANSWER = `${ROOT}/Request/AcceptableResponseSchema`;

type Part = Readonly<Partial<Record<'end' | 'name' | 'attributes' | 'empty' | 'text', string>>>;

/**
 * Parses a request in «plain old XML». Understands only elements, attributes and text. A DTD, an entity, a comment or a CDATA
 * section makes the request unreadable, so nothing in it can be expanded or fetched.
 */
export function readAutodiscover(xml: string): AutodiscoverRequest | undefined {
  const texts = textsOf(xml.replace(DECLARATION, ''));
  const [address, answerSchema] = [texts?.get(ADDRESS)?.trim(), texts?.get(ANSWER)?.trim()];
  return address === undefined || answerSchema === undefined ? undefined : { address, answerSchema };
}

/** The text of each element by its path; undefined if the document is not well-formed, or not a request. */
function textsOf(xml: string): ReadonlyMap<string, string> | undefined {
  const open: string[] = [];
  const texts = new Map<string, string>();
  PART.lastIndex = 0;
  while (PART.lastIndex < xml.length) {
    const part: Part | undefined = PART.exec(xml)?.groups;
    if (part === undefined || !take(part, open, texts)) return undefined;
  }
  return open.length === 0 ? texts : undefined;
}

/** Adds one part to the parsed texts; false if the part is not allowed there. */
function take(part: Part, open: string[], texts: Map<string, string>): boolean {
  const { text, name, end } = part;
  if (name !== undefined) return end === '/' ? endsElement(part, open) : beginsElement(part, open, texts);
  const path = open.join('/');
  texts.set(path, (texts.get(path) ?? '') + (text ?? ''));
  return open.length > 0 || text?.trim() === '';
}

const endsElement = ({ name, attributes, empty }: Part, open: string[]): boolean =>
  attributes === '' && empty === '' && open.pop() === name;

/** Opens an element; refuses a second one with the same path, so there is one root and one address. */
function beginsElement(part: Part, open: string[], texts: Map<string, string>): boolean {
  if (open.length === 0 && !isRoot(part)) return false;
  open.push(part.name ?? '');
  const path = open.join('/');
  if (open.length > DEEPEST || texts.has(path)) return false;
  texts.set(path, '');
  if (part.empty === '/') open.pop();
  return true;
}

const isRoot = ({ name, attributes = '' }: Part): boolean =>
  name === ROOT && NAMESPACE.exec(attributes)?.[1] === SCHEMA;
