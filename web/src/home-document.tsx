import { subPath } from '@kabinet/contract/kernel/address';
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static.edge';
import { App } from '#app/app.tsx';
import { makeQueryClient } from '#app/query-client.ts';
import { partsOf, wanted } from '#api/batch.ts';
import { contract } from '#api/contract.ts';
import type { Role } from '#shared/data/role.ts';
import { allCalls, keepHome } from '#features/home/home-data.ts';
import { setClock } from '#lib/clock.ts';
import { EMBEDDED } from '#lib/embedded.ts';
import { setProvider, type Provider } from '#lib/provider.ts';

// Runs on the server: renders the home screen into its page, so that a phone shows it before any script has come. The browser takes
// the same markup over (lib/open-page.tsx), with the same answers.

/** Called once, before the first rendering. */
export const prepare = (now: () => Date): void => setClock(now);

/** The operator's data, which the server has put into the page: both renderings must have the same. */
const providerIn = (html: string): Partial<Provider> =>
  JSON.parse(/ id="provider">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}') as Partial<Provider>;

/** The body of the batch whose answers `renderHome` expects. */
export const homeParts = partsOf(allCalls);

/** Whose data these are, and the services: without them there is nothing to show. */
const needed = Object.keys(
  partsOf([
    wanted(contract.internetContract.get, {}),
    wanted(contract.internetAccount.get, {}),
    wanted(contract.user.list, {}),
  ]),
);

const SPLASH = 'class="splash" role="status" aria-label="Загружаем кабинет"';
const STRIP = 'class="splash splash-strip" aria-hidden="true"';
/** The font, and the styles of the parts that a browser loads after the first screen; set by the build. */
declare const FONT: string;
declare const LATER_STYLES: readonly string[];

const ROOT = '<div id="root"></div>';

const [CONTRACT, ACCOUNT] = [contract.internetContract.get, contract.internetAccount.get].map((call) => subPath(call));

/** The money is none of a technician's business: his screen has no place for it. */
const isRefused = (part: string, answers: Readonly<Record<string, unknown>>): boolean =>
  part === ACCOUNT && (answers[CONTRACT ?? ''] as { role?: Role } | undefined)?.role === 'technician';

/** The page with the home screen and its answers; undefined if the most important answers are missing. */
export async function renderHome(
  html: string,
  answers: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  if (needed.some((part) => answers[part] === undefined && !isRefused(part, answers))) return undefined;
  setProvider(providerIn(html));
  const cache = makeQueryClient();
  keepHome(cache, answers);
  const { prelude } = await prerender(
    <StrictMode>
      <App cache={cache} />
    </StrictMode>,
    // Everything in its place: React would send large parts later, with scripts that the page does not allow.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  const markup = await new Response(prelude).text();
  cache.clear();
  // React puts the title before the screen, and in the browser it belongs to the head.
  const [, title = '', screen = ''] = /^(<title>.*?<\/title>)?(.*)$/s.exec(markup) ?? [];
  const data = JSON.stringify(answers).replaceAll('<', '\\u003c');
  const styles = LATER_STYLES.map((file) => `<link rel="stylesheet" crossorigin href="${file}">`);
  const font = `<link rel="preload" as="font" type="font/woff2" crossorigin href="${FONT}">`;
  return html
    .replace(/<title>.*?<\/title>/, (usual) => title || usual)
    .replace('</head>', `${font}${styles.join('')}</head>`)
    .replace(SPLASH, STRIP)
    .replace(
      ROOT,
      () => `<div id="root">${screen}</div><script type="application/json" id="${EMBEDDED}">${data}</script>`,
    );
}
