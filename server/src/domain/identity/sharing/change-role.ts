import { randomUUID } from 'node:crypto';
import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { ShareRole } from '@kabinet/contract/kernel/sharing';
import type { Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/shared/at.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { replaceShare } from './share-sessions.queries.ts';
import { holdShare, holdShared, type ShareRow } from './sharing.queries.ts';
import { tellShareChange } from './tell-change.ts';

/**
 * Gives a member another role: the share ends and a new one begins in its place. Sessions that have the contract open go on with the
 * new one, but their tokens and streams, which know the former role, end. Returns the number of the share that holds now.
 */
export async function changeRole(
  tx: Tx,
  contractId: number,
  { id, role }: { readonly id: AskedId<'share'>; readonly role: ShareRole },
  at: At,
): Promise<string> {
  await holdShared(tx, contractId);
  const share = await holdShare(tx, { contractId }, id, at.now);
  if (!share || share.is_over) throw new Problem('not_found', { message: 'Этот доступ уже закрыт. Обновите страницу' });
  return (await giveRole(tx, share, role, at)).share_id;
}

/** Gives a share, locked, another role; returns the one that holds now. */
export async function giveRole(tx: Tx, share: ShareRow, role: ShareRole, at: At): Promise<ShareRow> {
  if (share.role === role) return share;
  const next = { ...share, share_id: randomUUID(), role };
  await replaceShare(tx, share.share_id, { id: next.share_id, role }, at.now);
  await tellShareChange(tx, next, 'role_changed', at);
  return next;
}
