import sanitizeHtml from 'sanitize-html';
import { ALLOWED_ATTRIBUTES, ALLOWED_LINK, ALLOWED_TAGS, DROPPED_WITH_TEXT } from '@kabinet/contract/kernel/markup';

const options: sanitizeHtml.IOptions = {
  allowedTags: [...ALLOWED_TAGS],
  allowedAttributes: Object.fromEntries(Object.entries(ALLOWED_ATTRIBUTES).map(([tag, names]) => [tag, [...names]])),
  nonTextTags: [...DROPPED_WITH_TEXT],
  transformTags: {
    a: (tagName, { href = '' }) => ({ tagName, attribs: ALLOWED_LINK.test(href) ? { href } : {} }),
  },
};

const kept = new Map<string, string>();
const MOST_KEPT = 500;

/**
 * The provider's HTML, sanitised with the allow list of the contract. Cached, because one notice is shown to a whole
 * town.
 */
export function cleanHtml(html: string): string {
  const known = kept.get(html);
  if (known !== undefined) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const clean = sanitizeHtml(html, options);
  kept.set(html, clean);
  return clean;
}
