import { LARGEST_FILE } from '@kabinet/contract/kernel/file';
import type { contract, Wire } from '#web/api/contract.ts';
import { toSend } from './picture.ts';

export type AttachedFile = Wire<typeof contract.support.addFile>;
/** Sends a file, in base64, to the call that keeps it. */
export type SendFile = (body: { name: string; content: string }) => Promise<AttachedFile>;

export const idsOf = (files: readonly AttachedFile[]): string[] => files.map(({ file_id }) => file_id);

const LONGEST_NAME = 255;
const TOO_LARGE = 'Файл больше 10 МБ. Приложите поменьше';

/** Uploads a file; a picture without its location and camera. */
export async function upload(file: File, send: SendFile): Promise<AttachedFile> {
  const blob = await toSend(file);
  if (blob.size > LARGEST_FILE) throw new Error(TOO_LARGE);
  return send({ name: file.name.slice(0, LONGEST_NAME), content: await base64Of(blob) });
}

const base64Of = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error ?? new Error('Файл не прочитался'));
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''));
    reader.readAsDataURL(blob);
  });
