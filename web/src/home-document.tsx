import { subPath } from '@kabinet/contract/kernel/pages/address';
import { App } from '#web/app/app.tsx';
import { makeQueryClient } from '#web/app/query-client.ts';
import { partsOf, wanted } from '#web/api/batch.ts';
import { contract } from '#web/api/contract.ts';
import type { Role } from '#web/shared/data/role.ts';
import { allCalls, keepHome } from '#web/features/home/home-data.ts';
import { nowMs, setClock } from '#web/lib/clock/clock.ts';
import { EMBEDDED, MOMENT } from '#web/lib/page/embedded.ts';
import { renderedPage, takeProvider, type RenderedHead, type RenderedPage } from './rendered-page.tsx';

// Runs on the server: renders the home screen into its page, so that a phone shows it before any script has come. The browser takes
// the same markup over (lib/page/open-page.tsx), with the same answers.

/** Called once, before the first rendering. */
export const prepare = (now: () => Date): void => setClock(now);

/** The body of the batch whose answers `renderHome` expects. */
export const homeParts = partsOf(allCalls);

/** The answers without which there is nothing to show: the contract, the account and the services. */
const needed = Object.keys(
  partsOf([wanted(contract.internetContract.get, {}), wanted(contract.internetAccount.get, {})]),
);

const [OVERVIEW = '', LIST = ''] = [contract.user.overview, contract.user.list].map((call) => subPath(call));

/** The services themselves, or in short if there are many. */
const hasServices = (answers: Readonly<Record<string, unknown>>): boolean =>
  Boolean(answers[OVERVIEW] ?? answers[LIST]);

/** Set by the build; the home of a contract of many services has files of its own. */
declare const HOME_HEAD: RenderedHead;
declare const MANY_HEAD: RenderedHead;

const [CONTRACT, ACCOUNT] = [contract.internetContract.get, contract.internetAccount.get].map((call) => subPath(call));

/** A technician may not see the money, so his screen works without the account. */
const isRefused = (part: string, answers: Readonly<Record<string, unknown>>): boolean =>
  part === ACCOUNT && (answers[CONTRACT ?? ''] as { role?: Role } | undefined)?.role === 'technician';

/**
 * The page with the home screen and its answers; undefined if the most important answers are missing. `kept`: the mark of the styles
 * that the browser has as files.
 */
export async function renderHome(
  html: string,
  answers: Readonly<Record<string, unknown>>,
  kept?: string,
): Promise<RenderedPage | undefined> {
  if (!hasServices(answers) || needed.some((part) => answers[part] === undefined && !isRefused(part, answers)))
    return undefined;
  takeProvider(html);
  const cache = makeQueryClient();
  keepHome(cache, answers);
  const data = JSON.stringify({ ...answers, [MOMENT]: nowMs() }).replaceAll('<', '\\u003c');
  const after = `<script type="application/json" id="${EMBEDDED}">${data}</script>`;
  const page = await renderedPage(html, {
    screen: <App cache={cache} />,
    head: answers[OVERVIEW] ? MANY_HEAD : HOME_HEAD,
    kept,
    after,
  });
  cache.clear();
  return page;
}
