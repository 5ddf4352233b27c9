import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Callout } from '#web/ui/card/callout.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import styles from './connect.module.css';
import { macInCode } from './line.rules.ts';
import { scan } from './scanner.ts';

interface ScanDialogProps {
  onFound: (mac: string) => void;
  onClose: () => void;
}

/** The camera over the page, until it has read a MAC. */
export function ScanDialog({ onFound, onClose }: ScanDialogProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [other, setOther] = useState<string>();
  const [isFailed, setFailed] = useState(false);
  const read = useEffectEvent((code: string) => {
    const mac = macInCode(code);
    if (mac === undefined) setOther(code);
    else onFound(mac);
  });
  useEffect(
    () =>
      video.current
        ? scan({ video: video.current, onCode: (code) => read(code), onFailure: () => setFailed(true) })
        : undefined,
    [],
  );
  return (
    <Dialog open onClose={onClose} title="Наведите на код с MAC">
      {isFailed ? (
        <Callout tone="wait" title="Камера недоступна.">
          Разрешите её в&nbsp;настройках браузера или введите MAC с&nbsp;наклейки.
        </Callout>
      ) : (
        <video ref={video} className={styles.video} muted playsInline aria-label="Что видит камера" />
      )}
      <p role="status">
        {other === undefined
          ? 'Он на\u00a0наклейке снизу роутера, рядом с\u00a0буквами MAC.'
          : `В этом коде MAC нет: ${other.slice(0, 40)}. Найдите соседний.`}
      </p>
    </Dialog>
  );
}
