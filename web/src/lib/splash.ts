import { wait } from './clock.ts';

// The splash of the first load stands in index.html itself, so that it is painted before any script has come. It covers the page
// until there is something to see, then it is a strip at the top; the screen is drawn beneath it, and nothing moves when it goes.

/** As long as its style says. */
const FADE_MS = 200;

const find = (): Element | null => document.querySelector('.splash');

/** Names the operator on it. */
export function signSplash(name: string): void {
  find()?.querySelector('.splash-name')?.replaceChildren(name);
}

/** Uncovers the page: a strip is left, which tells nobody to wait any more. */
export function narrowSplash(): void {
  const splash = find();
  splash?.classList.add('splash-strip');
  splash?.removeAttribute('role');
  splash?.setAttribute('aria-hidden', 'true');
}

/** Takes it away; where there is none any more, does nothing. */
export async function liftSplash(): Promise<void> {
  const splash = find();
  splash?.classList.add('splash-leaving');
  await wait(FADE_MS);
  splash?.remove();
}
