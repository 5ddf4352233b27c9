import '#ui/look/tokens.css';
import '#ui/look/base.css';
import '#ui/look/splash.css';
import { enterIfSignedIn } from '#features/sign-in/already-in.ts';
import { SignInPage } from '#features/sign-in/sign-in-page.tsx';
import { wait } from '#lib/clock/clock.ts';
import { openPage } from '#lib/page/open-page.tsx';
import { liftSplash } from '#lib/page/splash.ts';

// Sign-in is a separate page, so that it does not wait for the cabinet. Both pages lead to each other by a full load, so that no
// data of a former contract stay in memory.

/** The longest wait for the server before the form is shown. */
const LONGEST_MS = 2000;
const entered = Promise.race([enterIfSignedIn(), wait(LONGEST_MS)]);
void openPage(<SignInPage />)
  .then(() => entered)
  .then(liftSplash);
