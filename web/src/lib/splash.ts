import { wait } from './clock.ts';

// The curtain of the first load stands in index.html itself, so that it is painted before any script has come; the screen is drawn
// beneath it, and nothing moves when it goes.

/** As long as its style says. */
const FADE_MS = 200;

const find = (): Element | null => document.querySelector('.splash');

/** Names the operator on it. */
export function signSplash(name: string): void {
  find()?.querySelector('.splash-name')?.replaceChildren(name);
}

/** Takes it away; where there is none any more, does nothing. */
export async function liftSplash(): Promise<void> {
  const splash = find();
  splash?.classList.add('splash-leaving');
  await wait(FADE_MS);
  splash?.remove();
}
