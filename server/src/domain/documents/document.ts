import type { contract } from '@kabinet/contract';
import type { Call, Input } from '@kabinet/contract/kernel/call/call';
import { addMonths, periodOf, type Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Provider } from '#server/kernel/provider.ts';
import { ownInternet } from '#server/domain/services/sessions/own-internet.ts';
import { ownLine } from '#server/domain/services/calls/line.queries.ts';
import { fileOf } from '#server/domain/support/files/file.queries.ts';
import { noteTable, shownUntil, type NumberViewer } from '#server/domain/services/calls/number-access.queries.ts';
import { readyArchive } from './archive/archive.queries.ts';
import { accountHead, paymentLineOf } from './document.queries.ts';

type Link = typeof contract.document.link;
/** A document that a subscriber may have. */
export type DocumentWanted = Input<Link & Call>['body'];
/** The same as its link keeps it: whether the subscriber saw the numbers of others when he asked for the calls. */
export type DocumentPromised = DocumentWanted & { readonly shows_numbers?: boolean };
export type StatementWanted = Extract<DocumentWanted, { kind: 'statement' }>;

/** Maximum number of months in one statement. */
const MOST_MONTHS = 36;

interface Fitting {
  readonly provider: Provider;
  readonly now: Date;
  readonly today: Day;
}

/** Refuses a document that is not the contract's or cannot be printed, before its link is made. */
export async function refuseUnfit(
  tx: Tx,
  contractId: number,
  wanted: DocumentWanted,
  { provider, now, today }: Fitting,
): Promise<void> {
  refuseFuture(wanted, today);
  if (wanted.kind === 'statement') return refuseUnfitStatement(tx, contractId, wanted);
  if (!(await isThere(tx, contractId, wanted, { provider, now, today }))) throw new Problem('not_found');
}

type Other = Exclude<DocumentWanted, StatementWanted>;

async function isThere(tx: Tx, contractId: number, wanted: Other, { provider, now }: Fitting): Promise<boolean> {
  switch (wanted.kind) {
    case 'receipt':
      return (await paymentLineOf(tx, contractId, wanted.entry_id)) !== undefined;
    case 'file':
      return (await fileOf(tx, contractId, wanted.file_id)) !== undefined;
    case 'calls':
      return (await ownLine(tx, contractId, wanted.phone_number)).number !== '';
    case 'sessions':
      return (await ownInternet(tx, { contractId }, wanted.user_id)) > 0;
    case 'archive':
      return (await readyArchive(tx, contractId, wanted.archive_id, now)) !== undefined;
    case 'consent':
      return provider.consents.some(({ name }) => name === wanted.name);
  }
}

/** A document tells what has happened, never what will be (decision 0172). */
function refuseFuture(wanted: DocumentWanted, today: Day): void {
  const refuse = (field: string, message: string): never => {
    throw new Problem('bad_input', { errors: [{ path: `body.${field}`, message }] });
  };
  if (wanted.kind === 'statement' && wanted.from > today)
    refuse('from', 'Этот день ещё не наступил: выписка\u00a0— о прошедших днях');
  if ((wanted.kind === 'calls' || wanted.kind === 'sessions') && wanted.period > periodOf(today))
    refuse('period', 'Этот месяц ещё не наступил. Выберите прошедший или нынешний');
}

async function refuseUnfitStatement(tx: Tx, contractId: number, wanted: StatementWanted): Promise<void> {
  refusePeriod(wanted);
  if (!(await accountHead(tx, contractId, wanted.p))) throw new Problem('payment_no_account');
}

function refusePeriod(wanted: StatementWanted): void {
  const message = unfitPeriod(wanted);
  if (message !== undefined) throw new Problem('bad_input', { errors: [{ path: 'body.until', message }] });
}

/**
 * Returns what the link of the document opens: a statement ends today at the latest. If a table of calls shows the full
 * numbers of others, records that.
 */
export async function promiseDocument(
  tx: Tx,
  viewer: NumberViewer & { readonly today: Day },
  wanted: DocumentWanted,
): Promise<DocumentPromised> {
  if (wanted.kind === 'statement') return wanted.until > viewer.today ? { ...wanted, until: viewer.today } : wanted;
  if (wanted.kind !== 'calls') return wanted;
  const { number } = await ownLine(tx, viewer.subscriber.contractId, wanted.phone_number);
  if (!(await shownUntil(tx, viewer, number))) return wanted;
  await noteTable(tx, viewer, { number, what: wanted.format, period: wanted.period });
  return { ...wanted, shows_numbers: true };
}

function unfitPeriod({ from, until }: StatementWanted): string | undefined {
  if (until < from) return 'Последний день раньше первого';
  if (until >= addMonths(from, MOST_MONTHS)) return `Выписка — не больше чем за ${MOST_MONTHS} месяцев`;
  return undefined;
}
