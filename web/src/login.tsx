import '#web/ui/look/tokens.css';
import '#web/ui/look/base.css';
import '#web/ui/look/splash.css';
import { enterIfSignedIn } from '#web/features/sign-in/already-in.ts';
import { SignInPage } from '#web/features/sign-in/sign-in-page.tsx';
import { wait } from '#web/lib/clock/clock.ts';
import { openPage } from '#web/lib/page/open-page.tsx';
import { liftSplash } from '#web/lib/page/splash.ts';

// Sign-in is a separate page, so that it does not wait for the cabinet. Both pages lead to each other by a full load, so that no
// data of a former contract stay in memory.

/** The longest wait for the server before the form is shown. */
const LONGEST_MS = 2000;
const entered = Promise.race([enterIfSignedIn(), wait(LONGEST_MS)]);
void openPage(<SignInPage />)
  .then(() => entered)
  .then(liftSplash);
