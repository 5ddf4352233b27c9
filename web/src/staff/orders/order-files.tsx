import { useState } from 'react';
import { bytes } from '#web/lib/text/format.ts';
import type { AttachedFile, SendFile } from '#web/shared/files/upload.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import { sendForStaff } from '../api/client.ts';
import { contract, type Wire } from '../api/contract.ts';
import styles from './order-files.module.css';

/** Keeps a file of an order until what is done with it names it. */
export const sendFileOf =
  (orderId: number): SendFile =>
  (body) =>
    sendForStaff(contract.orders.addFile, { body: { order_id: orderId, ...body } });

type Opened = Wire<typeof contract.orders.openFile>;

const addressOf = ({ type, content }: Opened): string => `data:${type};base64,${content}`;

/** Saves a document: a browser shows no foreign PDF on a page of ours. */
function save(file: Opened): void {
  const link = document.createElement('a');
  link.href = addressOf(file);
  link.download = file.name;
  link.click();
}

interface OrderFilesProps {
  orderId: number;
  files: readonly AttachedFile[];
}

/** Files of a message: a picture opens above the page, a document is saved. */
export function OrderFiles({ orderId, files }: OrderFilesProps) {
  const [shown, setShown] = useState<Opened>();
  const [opening, setOpening] = useState<string>();
  const open = async (id: string): Promise<void> => {
    setOpening(id);
    try {
      const file = await sendForStaff(contract.orders.openFile, { query: { order_id: String(orderId), file_id: id } });
      if (file.type.startsWith('image/')) setShown(file);
      else save(file);
    } catch (failure) {
      sayError(failure, 'Повторите', 'Файл не открылся');
    }
    setOpening(undefined);
  };
  return (
    <>
      <ul className={styles.files} aria-label="Файлы">
        {files.map(({ file_id: id, name, bytes: size }) => (
          <li key={id}>
            <button type="button" className={styles.file} aria-busy={opening === id} onClick={() => void open(id)}>
              <Icon name="inbox" size="sm" />
              {name} <small>{bytes(size)}</small>
            </button>
          </li>
        ))}
      </ul>
      {shown && (
        <Dialog open title={shown.name} onClose={() => setShown(undefined)}>
          <img className={styles.picture} src={addressOf(shown)} alt={shown.name} />
        </Dialog>
      )}
    </>
  );
}
