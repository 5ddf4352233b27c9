import { contract } from '#web/api/contract.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { useStoredReader, writeStored } from '#web/lib/page/stored.ts';
import type { Notice } from '#web/shared/data/frame-data.ts';
import { isPartial, useFrameMay } from '#web/shared/data/role.ts';

/** Read notices are stored on the device for 30 days and hidden from the list (specification, 4). */
const REMEMBERED_MS = 30 * 24 * 3_600_000;
const keyOf = (id: number): string => `notice-read.${id}`;

/** Unread notices, and whether they could be loaded. */
export function useNoticesAnswer() {
  const { data, ...rest } = useCall(
    contract.notice.getMessages,
    {},
    { enabled: useFrameMay((role) => !isPartial(role)) },
  );
  const read = useStoredReader();
  return { ...rest, data: data?.filter(({ id }) => !read<boolean>(keyOf(id), false)) };
}

/** Unread notices; empty when they failed to load. */
export const useNotices = (): readonly Notice[] => useNoticesAnswer().data ?? [];

/** Marks notices as read: on this device at once, and on the server for other devices, in one request. */
export function useReadNotices(): (notices: readonly Pick<Notice, 'id'>[]) => void {
  const { mutate } = useAction(contract.notice.readMessages);
  return (notices) => {
    const ids = notices.map(({ id }) => id);
    for (const id of ids) writeStored(keyOf(id), true, REMEMBERED_MS);
    mutate({ body: { ids } });
  };
}
