type Stream = Pick<NodeJS.WriteStream, 'write' | 'on' | 'writableLength'>;

/** Where lines of the log go. It never fails and never makes its caller wait. */
interface LogOutput {
  write(text: string): void;
  /** Lines that nobody has got, since the start. */
  lost(): number;
  /** Waits until a slow reader has read what is written. */
  flush(): Promise<void>;
}

/** Bytes that wait for a slow reader: several thousand requests. */
const MOST_WAITING = 1024 * 1024;

/**
 * A log that outlives its reader: what a full disk, a closed pipe or a collector that reads nothing does not take is counted and
 * dropped, so the portal serves on (docs/decisions/0178).
 */
function outputTo(stream: Stream, mostWaiting = MOST_WAITING): LogOutput {
  let lost = 0;
  // An error that nobody listens to would end the process.
  stream.on('error', () => undefined);
  const count = (error?: Error | null): void => {
    if (error) lost += 1;
  };
  return {
    write(text) {
      if (stream.writableLength > mostWaiting) lost += 1;
      else stream.write(text, count);
    },
    lost: () => lost,
    flush: () => new Promise((resolve) => void stream.write('', () => resolve())),
  };
}

/** The standard output of this process. */
export const standardOutput = outputTo(process.stdout);
