import type { Database, Tx } from '#server/db/database.ts';
import { accountHead } from '../document.queries.ts';
import { waitingAddress, type WaitingAddress } from '#server/domain/identity/contacts/contacts.ts';
import {
  checkCode,
  sendCode,
  spendCode,
  wasSpentBy,
  type CodePurpose,
  type CodeSending,
} from '#server/domain/identity/contacts/codes.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import {
  latestSent,
  putAddress,
  putChoice,
  settingsOf,
  type MailingSettings,
  type SentDocument,
} from './mailing.queries.ts';
import { documentsAddressed } from './notices.ts';

// The address of telephone documents: none → code sent → active. It is not a contact of the contract: nobody signs in with it, and
// several contracts may have the same one.

const PURPOSE: CodePurpose = { name: 'documents', what: 'получать на этот адрес документы по телефону' };

export interface MailingState {
  readonly settings: MailingSettings | undefined;
  readonly waiting: WaitingAddress | undefined;
  readonly sent: readonly SentDocument[];
}

export async function mailingState(tx: Tx, contractId: number, now: Date): Promise<MailingState> {
  const [settings, waiting, sent] = await Promise.all([
    settingsOf(tx, contractId),
    waitingAddress(tx, { contractId, purpose: PURPOSE.name }, now),
    latestSent(tx, contractId),
  ]);
  return { settings, waiting, sent };
}

/** Sends a code to a new address. An address that is confirmed already gets no code and stays confirmed. */
export async function setAddress(tx: Tx, contractId: number, address: string, sending: CodeSending): Promise<void> {
  await refuseWithoutAccount(tx, contractId);
  if ((await settingsOf(tx, contractId))?.address === address) return;
  await sendCode(tx, { contractId, kind: 'email', address, purpose: PURPOSE }, sending);
}

/** Confirms the waiting address by its code; the same request again changes nothing. */
export async function activateAddress(db: Database, contractId: number, typed: string, at: At): Promise<void> {
  const of = { contractId, purpose: PURPOSE.name };
  if (await wasSpentBy(db, of, typed, at.now)) return;
  const checked = await checkCode(db, of, typed, at.now);
  await db.write(async (tx) => {
    await refuseWithoutAccount(tx, contractId);
    await spendCode(tx, checked, at.now);
    await putAddress(tx, contractId, checked.address, at.now);
    await notify(tx, documentsAddressed, contractId, { address: checked.address, codeId: checked.codeId }, at);
  });
}

export async function chooseDocuments(
  tx: Tx,
  contractId: number,
  choice: Omit<MailingSettings, 'address'>,
): Promise<void> {
  await refuseWithoutAccount(tx, contractId);
  if (!(await putChoice(tx, contractId, choice))) throw new Problem('documents_no_address');
}

async function refuseWithoutAccount(tx: Tx, contractId: number): Promise<void> {
  if (await accountHead(tx, contractId, 't')) return;
  const message =
    'По договору нет счёта «Телефон», поэтому документов по нему не будет. Подключить номер помогут в поддержке';
  throw new Problem('payment_no_account', { message });
}
