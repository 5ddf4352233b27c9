import { useLayoutEffect } from 'react';

/** A change has long come back by then. */
const WATCHED_MS = 10_000;

/**
 * For a dialog that takes away what it was opened from: the focus has returned to a button that then goes. It is set on the button
 * of the next row, or of the one before; if there is none, on the heading of the card, or of the page. So the next Tab does not
 * begin at the top.
 */
export function useKeptPlace(open: boolean): void {
  // Before the effect by which the dialog takes the focus.
  useLayoutEffect(() => {
    const opener = document.activeElement;
    if (!open || !opener || opener === document.body) return;
    const row = opener.closest('li');
    const rows = [row?.nextElementSibling, row?.previousElementSibling];
    const card = opener.closest('section');
    return () => {
      const look = (): void => {
        if (opener.isConnected) return;
        watch.disconnect();
        if (document.activeElement === document.body) focusOn(rows, card?.isConnected ? card : document);
      };
      const watch = new MutationObserver(look);
      watch.observe(document.body, { childList: true, subtree: true });
      // The row may have gone before the dialog closes.
      setTimeout(look);
      setTimeout(() => watch.disconnect(), WATCHED_MS);
    };
  }, [open]);
}

function focusOn(rows: readonly (Element | null | undefined)[], place: ParentNode): void {
  const button = rows
    .filter((row) => row?.isConnected === true)
    .map((row) => row?.querySelector('button'))
    .find(Boolean);
  if (button) {
    button.focus();
    return;
  }
  const heading = place.querySelector<HTMLElement>('h1, h2');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
}
