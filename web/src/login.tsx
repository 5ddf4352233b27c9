import '#ui/tokens.css';
import '#ui/base.css';
import '#ui/splash.css';
import { enterIfSignedIn } from '#features/sign-in/already-in.ts';
import { Page } from '#features/sign-in/sign-in-page.tsx';
import { wait } from '#lib/clock.ts';
import { openPage } from '#lib/open-page.tsx';
import { liftSplash } from '#lib/splash.ts';

// Sign-in is a page of its own: whoever is not in yet does not wait for the cabinet. It leads there by a full load, and the
// cabinet leads here by one, so that nothing of a former contract is left in memory.

/** A server that does not answer keeps nobody from the form longer. */
const LONGEST_MS = 2000;
const entered = Promise.race([enterIfSignedIn(), wait(LONGEST_MS)]);
void openPage(<Page />)
  .then(() => entered)
  .then(liftSplash);
