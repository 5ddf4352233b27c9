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

/** On this device, at once. */
export const rememberRead = (id: number): void => writeStored(keyOf(id), true, REMEMBERED_MS);

/** Marks a notice as read: here at once, and on the server for other devices. */
export function useReadNotice(): (id: number) => void {
  const { mutate } = useAction(contract.notice.readMessage);
  return (id) => {
    rememberRead(id);
    mutate({ body: { id } });
  };
}
