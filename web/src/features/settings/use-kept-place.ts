import { useLayoutEffect } from 'react';

/** A change has long come back by then. */
const WATCHED_MS = 10_000;

/**
 * For a dialog that takes away what it was opened from: the focus has returned to a button that then goes. It is set on the heading
 * of the card, or of the page, so that the next Tab does not begin at the top.
 */
export function useKeptPlace(open: boolean): void {
  // Before the effect by which the dialog takes the focus.
  useLayoutEffect(() => {
    const opener = document.activeElement;
    if (!open || !opener || opener === document.body) return;
    const card = opener.closest('section');
    return () => {
      const watch = new MutationObserver(() => {
        if (opener.isConnected) return;
        watch.disconnect();
        if (document.activeElement === document.body) focusOn(card?.isConnected ? card : document);
      });
      watch.observe(document.body, { childList: true, subtree: true });
      setTimeout(() => watch.disconnect(), WATCHED_MS);
    };
  }, [open]);
}

function focusOn(place: ParentNode): void {
  const heading = place.querySelector<HTMLElement>('h1, h2');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
}
