import '#web/ui/look/tokens.css';
import '#web/ui/look/base.css';
import '#web/ui/look/splash.css';
import { App } from '#web/app/app.tsx';
import { makeQueryClient } from '#web/app/query-client.ts';
import { keepHome } from '#web/features/home/home-data.ts';
import { afterFirst } from '#web/features/home/load-after-first.ts';
import { hearMoment } from '#web/lib/clock/clock.ts';
import { MOMENT, takeEmbedded } from '#web/lib/page/embedded.ts';
import { openPage } from '#web/lib/page/open-page.tsx';
import { clearStored } from '#web/lib/page/stored.ts';

/** A welcome link clears the stored data (specification, 2). */
const WELCOME = /^\/lk\/welcome(?:\/|$)/;

if (WELCOME.test(window.location.pathname)) clearStored();
const cache = makeQueryClient();
const answers = takeEmbedded();
if (answers) {
  hearMoment(Number(answers[MOMENT]));
  keepHome(cache, answers);
}
// Load the later parts of home before hydration: a part whose file came later would meet newer data than its markup shows.
const parts = answers && afterFirst().catch(() => undefined);
void Promise.resolve(parts).then(() => openPage(<App cache={cache} />));
