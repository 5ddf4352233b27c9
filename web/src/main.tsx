import '#ui/tokens.css';
import '#ui/base.css';
import '#ui/splash.css';
import { App } from '#app/app.tsx';
import { makeQueryClient } from '#app/query-client.ts';
import { keepHome } from '#features/home/home-data.ts';
import { afterFirst } from '#features/home/load-after-first.ts';
import { hearMoment } from '#lib/clock.ts';
import { MOMENT, takeEmbedded } from '#lib/embedded.ts';
import { openPage } from '#lib/open-page.tsx';
import { clearStored } from '#lib/stored.ts';

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
