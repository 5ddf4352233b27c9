import { useRef } from 'react';
import { MOST_FILES } from '@kabinet/contract/kernel/file';
import { bytes } from '#web/lib/text/format.ts';
import { Button, IconButton } from '#web/ui/button/button.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import { upload, type AttachedFile, type SendFile } from './upload.ts';
import styles from './attachments.module.css';

interface AttachmentsProps {
  files: readonly AttachedFile[];
  onChange: (change: (files: readonly AttachedFile[]) => readonly AttachedFile[]) => void;
  send: SendFile;
  /** A file is on its way: the message waits for it, or it would go without the file. */
  isBusy: boolean;
  onBusy: (isBusy: boolean) => void;
}

/** The button of a message that waits for a file. */
export const AWAITS_FILE = 'Ждём файл…';

const ATTACH = 'Приложить фото или PDF';
const ACCEPTED = 'image/jpeg,image/png,image/webp,image/heic,application/pdf';

/** Files that are uploaded at once and sent with the message. */
export function Attachments({ files, onChange, send, isBusy, onBusy }: AttachmentsProps) {
  const input = useRef<HTMLInputElement>(null);
  const add = async (chosen: readonly File[]): Promise<void> => {
    onBusy(true);
    for (const file of chosen) {
      try {
        const uploaded = await upload(file, send);
        onChange((all) => [...all, uploaded].slice(0, MOST_FILES));
      } catch (failure) {
        sayError(failure, 'Файл не загрузился. Проверьте связь и повторите', 'Файл не приложен');
      }
    }
    onBusy(false);
  };
  return (
    <div className={styles.attachments}>
      {files.length > 0 && (
        <ul className={styles.files} aria-label="Приложены">
          {files.map((file) => (
            <li key={file.file_id} className={styles.file}>
              <Icon name="inbox" size="sm" />
              <span>
                {file.name}
                <small>{bytes(file.bytes)}</small>
              </span>
              <IconButton
                icon="x"
                size="sm"
                label={`Убрать ${file.name}`}
                onClick={() => onChange((all) => all.filter(({ file_id }) => file_id !== file.file_id))}
              />
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        multiple
        hidden
        aria-label="Файлы"
        onChange={({ target }) => {
          void add([...(target.files ?? [])].slice(0, MOST_FILES - files.length));
          target.value = '';
        }}
      />
      {files.length < MOST_FILES && (
        <Button look="line" size="sm" busy={isBusy} onClick={() => input.current?.click()}>
          {ATTACH}
        </Button>
      )}
    </div>
  );
}
