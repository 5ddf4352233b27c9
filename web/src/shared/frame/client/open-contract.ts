import { send } from '#web/api/client.ts';
import { contract } from '#web/api/contract.ts';
import { leaveFor } from '#web/lib/page/leave.ts';
import { clearStored } from '#web/lib/page/stored.ts';

/** Opens another contract, or the own one with null, and reloads the page, so that no data of the former one stay. */
export async function openContract(shareId: string | null, path = '/'): Promise<void> {
  await send(contract.family.open, { body: { share_id: shareId } });
  clearStored();
  leaveFor(path);
}
