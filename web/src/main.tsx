import '#web/ui/look/tokens.css';
import '#web/ui/look/base.css';
import '#web/ui/look/splash.css';
import { App } from '#web/app/app.tsx';
import { makeQueryClient } from '#web/api/query-client.ts';
import { hearMoment } from '#web/lib/clock/clock.ts';
import { takeEmbedded } from '#web/lib/page/embedded.ts';
import { laterParts, openPage } from '#web/lib/page/open-page.tsx';
import { loadRenderedParts } from '#web/shared/page/rendered-part.tsx';
import { clearStored } from '#web/lib/page/stored.ts';

/** A welcome link clears the stored data (specification, 2). */
const WELCOME = /^\/lk\/welcome(?:\/|$)/;

if (WELCOME.test(window.location.pathname)) clearStored();
const cache = makeQueryClient();
const embedded = takeEmbedded();
if (embedded) {
  hearMoment(embedded.moment);
  for (const [key, data] of embedded.entries) cache.setQueryData(key, data);
}
void laterParts()
  .then(loadRenderedParts)
  .then(() => openPage(<App cache={cache} />));
