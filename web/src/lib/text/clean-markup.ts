import purify from 'dompurify';
import { ALLOWED_ATTRIBUTES, ALLOWED_LINK, ALLOWED_TAGS, DROPPED_WITH_TEXT } from '@kabinet/contract/kernel/markup';

purify.addHook('afterSanitizeAttributes', (element) => {
  if (element.tagName !== 'A' || !element.hasAttribute('href')) return;
  element.setAttribute('target', '_blank');
  element.setAttribute('rel', 'noopener noreferrer');
});

/**
 * The provider's HTML without script, font and style markup and without anything outside the shared allow list. Returns nodes,
 * because Trusted Types do not allow text as markup.
 */
export function cleanMarkup(html: string): DocumentFragment {
  return purify.sanitize(html, {
    ALLOWED_TAGS: [...ALLOWED_TAGS],
    ALLOWED_ATTR: Object.values(ALLOWED_ATTRIBUTES).flat(),
    ALLOWED_URI_REGEXP: ALLOWED_LINK,
    // The rule about links must not apply to numbers of a table, which do not begin with https.
    ADD_URI_SAFE_ATTR: ['colspan', 'rowspan'],
    FORBID_CONTENTS: [...DROPPED_WITH_TEXT],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
}
