// The browser's own reader of bar codes (https://developer.mozilla.org/docs/Web/API/BarcodeDetector): phones with Android have it.

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

const EVERY_MS = 250;
const HAVE_PICTURE = 2;

const detectorClass = (): (new () => Detector) | undefined =>
  (globalThis as { readonly BarcodeDetector?: new () => Detector }).BarcodeDetector;

export const canScan = (): boolean => detectorClass() !== undefined && 'mediaDevices' in navigator;

interface Scanning {
  readonly video: HTMLVideoElement;
  /** Every code that the camera sees. */
  readonly onCode: (code: string) => void;
  /** There is no camera, or it may not be used. */
  readonly onFailure: () => void;
}

/** Shows what the camera sees, and reads codes in it; returns how to end it. */
export function scan({ video, onCode, onFailure }: Scanning): () => void {
  const Reader = detectorClass();
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stream: MediaStream | undefined;
  const release = (): void => {
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  const look = async (reader: Detector): Promise<void> => {
    // A picture that cannot be read is looked at again.
    const codes = video.readyState >= HAVE_PICTURE ? await reader.detect(video).catch(() => []) : [];
    if (isOver) return;
    for (const { rawValue } of codes) onCode(rawValue);
    timer = setTimeout(() => void look(reader), EVERY_MS);
  };
  const begin = async (): Promise<void> => {
    if (!Reader) throw new Error('This browser reads no codes.');
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
    if (isOver) {
      release();
      return;
    }
    video.srcObject = stream;
    await video.play();
    await look(new Reader());
  };
  void begin().catch(() => {
    if (!isOver) onFailure();
  });
  return () => {
    isOver = true;
    clearTimeout(timer);
    release();
  };
}
