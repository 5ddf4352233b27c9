import { wait } from '../clock/clock.ts';

// The splash of the first load is in index.html itself, so that it is painted before any script loads. It covers the page until
// there is content, then it is a strip at the top. The screen renders beneath it, so nothing moves when it is removed.

/** The same duration as in its style. */
const FADE_MS = 200;

const find = (): Element | null => document.querySelector('.splash');

/** Writes the operator's name on it. */
export function signSplash(name: string): void {
  find()?.querySelector('.splash-name')?.replaceChildren(name);
}

/** Uncovers the page and leaves a strip, which is no longer announced as loading. */
export function narrowSplash(): void {
  const splash = find();
  splash?.classList.add('splash-strip');
  splash?.removeAttribute('role');
  splash?.setAttribute('aria-hidden', 'true');
}

/** Removes the splash, if it is still there. */
export async function liftSplash(): Promise<void> {
  const splash = find();
  splash?.classList.add('splash-leaving');
  await wait(FADE_MS);
  splash?.remove();
}
