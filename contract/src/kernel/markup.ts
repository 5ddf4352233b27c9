// The HTML that texts of the provider (terms, notices) may contain. The server sanitises them on the way in and out, the browser again
// before it shows them. Both use one list, so that neither allows what the other forbids.

/** Allowed elements. Other elements lose their tags and keep their text. */
export const ALLOWED_TAGS = [
  'p',
  'br',
  'b',
  'strong',
  'i',
  'em',
  'ul',
  'ol',
  'li',
  'a',
  'h3',
  'h4',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
] as const;

/** Allowed attributes by element. No style, no class, no handlers. */
export const ALLOWED_ATTRIBUTES = {
  a: ['href'],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
} as const satisfies Partial<Record<(typeof ALLOWED_TAGS)[number], readonly string[]>>;

/** Links may use https only: no scripts, no data, no mixed content. */
export const ALLOWED_LINK = /^https:\/\//i;

/** Elements that are removed with their text (specification, 5: script, font and style markup is removed). */
export const DROPPED_WITH_TEXT = [
  'script',
  'style',
  'noscript',
  'template',
  'iframe',
  'object',
  'svg',
  'math',
] as const;
