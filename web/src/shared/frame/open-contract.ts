import { send } from '#api/client.ts';
import { contract } from '#api/contract.ts';
import { leaveFor } from '#lib/router.tsx';
import { clearStored } from '#lib/stored.ts';

/** Opens another contract, or the own one by null, and loads the page anew: nothing of the former one stays. */
export async function openContract(shareId: string | null, path = '/'): Promise<void> {
  await send(contract.family.open, { body: { share_id: shareId } });
  clearStored();
  leaveFor(path);
}
