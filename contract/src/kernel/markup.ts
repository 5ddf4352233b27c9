// What HTML may stay in a text of the provider (terms, notices). The server cleans on the way in and out, the browser once more
// before it shows the text: one list for both, so that neither lets through what the other forbids.

/** Elements that stay. Everything else loses its tags and keeps its text. */
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

/** Attributes that stay, by element. No style, no class, no handlers. */
export const ALLOWED_ATTRIBUTES = {
  a: ['href'],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
} as const satisfies Partial<Record<(typeof ALLOWED_TAGS)[number], readonly string[]>>;

/** Links lead to https only: no scripts, no data, no mixed content. */
export const ALLOWED_LINK = /^https:\/\//i;

/** Elements that vanish together with their text (specification, 5: script, font and style markup is cleaned away). */
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
