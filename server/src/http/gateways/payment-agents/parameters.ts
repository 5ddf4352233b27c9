/** Parameters of a request, names in lower case. */
export type Parameters = ReadonlyMap<string, string>;

const UTF8 = new TextDecoder('utf-8', { fatal: true });
const CP1251 = new TextDecoder('windows-1251');

/**
 * Parses a query or a form given as raw bytes (latin1). Letters are UTF-8 or, from older systems, Windows-1251.
 * Undefined if a name occurs twice: the value that was checked could differ from the value that is used.
 */
export function readParameters(...forms: readonly string[]): Parameters | undefined {
  const parameters = new Map<string, string>();
  for (const pair of forms.flatMap((form) => form.split('&')).filter((text) => text !== '')) {
    const [name = '', ...value] = pair.split('=');
    const key = decoded(name).toLowerCase();
    if (parameters.has(key)) return undefined;
    parameters.set(key, decoded(value.join('=')));
  }
  return parameters;
}

function decoded(text: string): string {
  const bytes = bytesOf(text.replaceAll('+', ' '));
  try {
    return UTF8.decode(bytes);
  } catch {
    return CP1251.decode(bytes);
  }
}

/** Converts `%D0%98` and plain characters to bytes. */
function bytesOf(text: string): Buffer {
  const parts = text.split(/(%[0-9a-f]{2})/i);
  return Buffer.concat(
    parts.map((part) =>
      /^%[0-9a-f]{2}$/i.test(part) ? Buffer.from(part.slice(1), 'hex') : Buffer.from(part, 'latin1'),
    ),
  );
}
