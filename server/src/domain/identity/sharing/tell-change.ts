import { isPerson } from '@kabinet/contract/kernel/sharing';
import type { Tx } from '#server/db/database.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import { maskedName } from '#server/domain/shared/masked-name.rules.ts';
import { writeDown } from '../session/session.queries.ts';
import { otherShared, otherTerm, ownShared, ownTerm } from './notices.ts';
import { labelOf, sharedClientOf, type ShareRow } from './sharing.queries.ts';
import type { Party, ShareChange } from './sharing.texts.ts';
import type { TermChange } from './term.texts.ts';

/** A change of a share in the audit trails of both sides. */
export type NotedChange = `share_${ShareChange['what'] | Exclude<TermChange['what'], 'ends_soon'>}`;

type Shared = Omit<ShareRow, 'is_over' | 'ends_at'>;

/** Tells both sides and writes both audit trails. */
export async function tellShareChange(tx: Tx, share: Shared, what: ShareChange['what'], at: At): Promise<void> {
  const { share_id: shareId, contract_id: contractId, member_id: memberId, role } = share;
  const [owner, member] = [await partyOf(tx, contractId), await partyOf(tx, memberId, shareId)];
  await notify(tx, ownShared, contractId, { shareId, what, role, ...member }, at);
  await notify(tx, otherShared, memberId, { shareId, what, role, ...owner, memberId }, at);
  await writeDownChange(tx, share, `share_${what}`, at.now);
}

type TermTold = Pick<TermChange, 'what' | 'until' | 'moment'>;

/** Tells both sides of the term of a share; what has changed goes to both audit trails. */
export async function tellTerm(tx: Tx, share: Shared, told: TermTold, at: At): Promise<void> {
  const { share_id: shareId, contract_id: contractId, member_id: memberId } = share;
  const [owner, member] = [await partyOf(tx, contractId), await partyOf(tx, memberId, shareId)];
  await notify(tx, ownTerm, contractId, { shareId, ...told, ...member }, at);
  await notify(tx, otherTerm, memberId, { shareId, ...told, ...owner, memberId }, at);
  if (told.what !== 'ends_soon') await writeDownChange(tx, share, `share_${told.what}`, at.now);
}

async function writeDownChange(tx: Tx, share: Shared, kind: NotedChange, now: Date): Promise<void> {
  const { share_id, contract_id: contractId, member_id: memberId, role } = share;
  await writeDown(tx, { kind, contractId, detail: { share_id, role, member: memberId } }, now);
  await writeDown(tx, { kind, contractId: memberId, detail: { share_id, role, of: contractId } }, now);
}

/** A client in short; a person as the owner of the share calls her. */
async function partyOf(tx: Tx, contractId: number, shareId?: string): Promise<Party> {
  const { client_name, is_company, contract_no: contractNo } = await sharedClientOf(tx, contractId);
  if (!isPerson(contractId)) return { contractId, contractNo, name: maskedName(client_name, is_company) };
  return { contractId, contractNo, name: (shareId && (await labelOf(tx, shareId))) ?? client_name };
}
