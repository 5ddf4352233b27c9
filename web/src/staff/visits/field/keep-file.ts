import type { AttachedFile, SendFile } from '#web/shared/files/upload.ts';
import { bytes } from '#web/lib/text/format.ts';
import { bytesOf, type VisitStep, type StepFile } from './steps.rules.ts';

/** Bytes of all that may wait on one telephone. */
const MOST_BYTES = 40_000_000;

/** Keeps the files of a step in the page until the step is sent. */
export class KeptFiles {
  readonly #files = new Map<string, StepFile>();
  readonly #waiting: () => readonly VisitStep[];

  constructor(waiting: () => readonly VisitStep[]) {
    this.#waiting = waiting;
  }

  /** Stands in for an upload; refuses a file that would exceed the space on the telephone. */
  send: SendFile = ({ name, content }) => {
    const size = Math.floor((content.length * 3) / 4);
    const own = [...this.#files.values()].reduce((sum, file) => sum + file.bytes, 0);
    if (bytesOf(this.#waiting()) + own + size > MOST_BYTES)
      return Promise.reject(
        new Error(
          `Отправки ждёт больше ${bytes(MOST_BYTES)} файлов. Закройте визит без этого файла или дождитесь связи`,
        ),
      );
    const key = crypto.randomUUID();
    this.#files.set(key, { key, name, content, bytes: size });
    return Promise.resolve({ file_id: key, name, type: '', bytes: size });
  };

  of = (files: readonly AttachedFile[]): StepFile[] => files.flatMap(({ file_id: key }) => this.#files.get(key) ?? []);
}
