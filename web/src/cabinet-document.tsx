import { loadParts } from 'virtual:rendered-parts';
import { subPath } from '@kabinet/contract/kernel/pages/address';
import { App } from '#web/app/app.tsx';
import { makeQueryClient } from '#web/api/query-client.ts';
import { renderedAt, type PageAddress, type ScreenAt } from '#web/app/rendered-screens.ts';
import { contract } from '#web/api/contract.ts';
import { bodyOf, entriesOf, keepEntries, type Answers } from '#web/api/page-data.ts';
import { MOST_PLAIN } from '#web/features/home/services/services-list.tsx';
import type { Role } from '#web/shared/data/role.ts';
import { nowMs, setClock } from '#web/lib/clock/clock.ts';
import { EMBEDDED, type Embedded } from '#web/lib/page/embedded.ts';
import { renderedPage, type RenderedHead, type RenderedPage } from './rendered-page.tsx';

// Runs on the server: renders a screen of the cabinet into its page, so that a phone shows it before any script has come. The browser
// takes the same markup over (lib/page/open-page.tsx), with the same answers.

/** Called once, before the first rendering. A part that is not loaded now is loaded by the first page that has it. */
export async function prepare(now: () => Date): Promise<void> {
  setClock(now);
  await loadParts().catch(() => undefined);
}

/** What the server does for an address: makes the calls of the screen, and those that depend on their answers, and renders it. */
export interface Screen {
  /** The body of the batch. */
  readonly parts: Answers;
  /** The body of a second batch; undefined if the screen needs none. */
  readonly then: (answers: Answers) => Answers | undefined;
  /** The page; undefined if the most important answers are missing. `kept`: the mark of the styles that the browser has as files. */
  readonly render: (html: string, answers: Answers, kept?: string) => Promise<RenderedPage | undefined>;
}

/** The screen of an address of the cabinet, `/lk/payment/i?x=1`; undefined if its page comes without one. */
export function screenOf(url: string): Screen | undefined {
  const [path = '', query] = url.split('?', 2);
  const search = query === undefined ? '' : `?${query}`;
  const screen = renderedAt({ pathname: path.slice('/lk'.length), search });
  if (!screen) return undefined;
  return {
    parts: bodyOf(screen.calls),
    then: (answers) => {
      const more = screen.then(answers);
      return more.length > 0 ? bodyOf(more) : undefined;
    },
    render: (html, answers, kept) => render(screen, { html, answers, kept }),
  };
}

/** `many`: the home of a contract of many services; `seldom`: a home with parts that few clients see (`features/home/seldom.ts`). */
type HeadName = ScreenAt['name'] | 'many' | 'seldom home' | 'seldom many';
type HeadOfDebt = `${Exclude<HeadName, 'home' | 'many'>} in debt`;
/** Set by the build: by the name of the screen; what is shown only in debt has files of its own. */
declare const HEADS: Readonly<Record<HeadName | HeadOfDebt, RenderedHead>>;

const [OVERVIEW = '', LIST = ''] = [contract.user.overview, contract.user.list].map((call) => subPath(call));
const [CONTRACT = '', ACCOUNT = '', TELEPHONE = '', NUMBERS = ''] = [
  contract.internetContract.get,
  contract.internetAccount.get,
  contract.telephone.get,
  contract.telephoneNumber.list,
].map((call) => subPath(call));

/** The services themselves, or in short if there are many. */
const hasServices = (answers: Answers): boolean => Boolean(answers[OVERVIEW] ?? answers[LIST]);

/** A technician may not see the money, so his screen works without the account. */
const hasAccount = (answers: Answers): boolean =>
  answers[ACCOUNT] !== undefined || (answers[CONTRACT] as { role?: Role }).role === 'technician';

/** Whether there is something to show: the contract, the account and the services, and what the screen needs besides. */
const isEnough = ({ needs }: ScreenAt, answers: Answers): boolean =>
  answers[CONTRACT] !== undefined &&
  hasAccount(answers) &&
  hasServices(answers) &&
  needs.every((part) => answers[part] !== undefined);

const isInDebt = (answers: Answers): boolean =>
  [ACCOUNT, TELEPHONE].some((part) => (answers[part] as { blocked?: boolean } | undefined)?.blocked === true);

/** Whether home has parts that few clients see. If this is wrong, a browser loads their file later, or in vain. */
function isSeldom(answers: Answers): boolean {
  const { promise_last_day: promised } = (answers[ACCOUNT] ?? {}) as { promise_last_day?: string | null };
  if (promised) return true;
  if (answers[OVERVIEW]) return false;
  const users = (answers[LIST] ?? []) as readonly { state: string }[];
  const count = users.length + ((answers[NUMBERS] ?? []) as readonly unknown[]).length;
  return count === 0 || count > MOST_PLAIN || users.some(({ state }) => state === 'blocked');
}

function headNameOf({ name }: ScreenAt, answers: Answers): HeadName | HeadOfDebt {
  const home = answers[OVERVIEW] ? 'many' : 'home';
  const seldom = `seldom ${home}` as const;
  if (isInDebt(answers)) return `${name === 'home' ? seldom : name} in debt`;
  if (name !== 'home') return name;
  return isSeldom(answers) ? seldom : home;
}

// Named once: the build puts the whole table in the place of its name.
const headOf = (screen: ScreenAt, answers: Answers): RenderedHead => HEADS[headNameOf(screen, answers)];

async function render(
  screen: ScreenAt,
  { html, answers, kept }: { html: string; answers: Answers; kept: string | undefined },
): Promise<RenderedPage | undefined> {
  if (!isEnough(screen, answers)) return undefined;
  const entries = [...entriesOf([...screen.calls, ...screen.then(answers)], answers), ...(screen.entries ?? [])];
  const cache = makeQueryClient();
  keepEntries(cache, entries);
  const data = JSON.stringify({ moment: nowMs(), entries } satisfies Embedded).replaceAll('<', '\\u003c');
  const page = await renderedPage(html, {
    screen: <App cache={cache} at={locationOf(screen.place)} />,
    head: headOf(screen, answers),
    kept,
    after: `<script type="application/json" id="${EMBEDDED}">${data}</script>`,
  });
  cache.clear();
  return page;
}

const locationOf = (place: PageAddress) => ({ ...place, hash: '', key: 'default' });
