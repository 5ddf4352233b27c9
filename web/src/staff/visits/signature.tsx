import { useRef, type PointerEvent } from 'react';
import { TextButton } from '#web/ui/button/button.tsx';
import styles from './signature.module.css';

/** Pixels of the kept picture. */
const [WIDTH, HEIGHT] = [600, 200];
const INK = 4;

interface SignatureProps {
  /** The picture after each stroke; undefined: it was wiped. */
  onChange: (picture: Promise<File> | undefined) => void;
}

const fileOf = (canvas: HTMLCanvasElement): Promise<File> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => {
      if (blob) resolve(new File([blob], 'Подпись.png', { type: 'image/png' }));
      else reject(new Error('Подпись не сохранилась. Распишитесь ещё раз'));
    }, 'image/png'),
  );

/** Where the subscriber signs with a finger that the work is done. */
export function Signature({ onChange }: SignatureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const draws = useRef(false);
  const place = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLCanvasElement>): [number, number] => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return [((clientX - left) / width) * WIDTH, ((clientY - top) / height) * HEIGHT];
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>): void => {
    const ink = event.currentTarget.getContext('2d');
    if (!ink) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    draws.current = true;
    ink.lineWidth = INK;
    ink.lineCap = 'round';
    ink.beginPath();
    ink.moveTo(...place(event));
  };
  const go = (event: PointerEvent<HTMLCanvasElement>): void => {
    const ink = event.currentTarget.getContext('2d');
    if (!draws.current || !ink) return;
    ink.lineTo(...place(event));
    ink.stroke();
  };
  const end = ({ currentTarget }: PointerEvent<HTMLCanvasElement>): void => {
    if (!draws.current) return;
    draws.current = false;
    onChange(fileOf(currentTarget));
  };
  const wipe = (): void => {
    canvas.current?.getContext('2d')?.clearRect(0, 0, WIDTH, HEIGHT);
    onChange(undefined);
  };
  return (
    <div className={styles.signature}>
      <p id="signature">Подпись абонента, если он рядом</p>
      <canvas
        ref={canvas}
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-labelledby="signature"
        onPointerDown={begin}
        onPointerMove={go}
        onPointerUp={end}
        onPointerCancel={end}
      />
      <TextButton onClick={wipe}>Стереть подпись</TextButton>
    </div>
  );
}
