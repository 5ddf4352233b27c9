// The secret of a link stands behind the #: no server, no journal and no `Referer` ever sees it. Through a sign-in, which is a page
// of its own, this tab keeps it.

import { hashText } from '#web/lib/page/hash-text.ts';

const KEY = 'kabinet.link';

/** The secret of the link that led here; empty if it is unknown. */
export function linkSecret(): string {
  const typed = hashText(window.location.hash);
  if (typed !== '') return typed ?? '';
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

/** Keeps it for this tab while somebody signs in. */
export function keepSecret(secret: string): void {
  try {
    sessionStorage.setItem(KEY, secret);
  } catch {
    // Storage is forbidden: the link is to be opened once more.
  }
}
