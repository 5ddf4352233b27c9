import { LARGEST_FILE } from '@kabinet/contract/kernel/file';
import { contract, type Wire } from '#web/api/contract.ts';
import { send } from '#web/api/client.ts';
import { toSend } from './picture.ts';

const LONGEST_NAME = 255;
const TOO_LARGE = 'Файл больше 10 МБ. Приложите поменьше';

/** Uploads a file; a picture without its location and camera. */
export async function upload(file: File): Promise<Wire<typeof contract.support.addFile>> {
  const blob = await toSend(file);
  if (blob.size > LARGEST_FILE) throw new Error(TOO_LARGE);
  const content = await base64Of(blob);
  return send(contract.support.addFile, { body: { name: file.name.slice(0, LONGEST_NAME), content } });
}

const base64Of = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error ?? new Error('Файл не прочитался'));
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''));
    reader.readAsDataURL(blob);
  });
