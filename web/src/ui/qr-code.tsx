import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './qr-code.module.css';

/** White modules around the code; without them cameras do not find it (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** Dark runs of a row as one path: `M4 4h7v1h-7z`. */
function outline(rows: readonly (readonly boolean[])[]): string {
  const runs: string[] = [];
  rows.forEach((row, y) => {
    let from = -1;
    [...row, false].forEach((isDark, x) => {
      if (isDark && from < 0) from = x;
      if (!isDark && from >= 0) {
        runs.push(`M${from} ${y}h${x - from}v1h${from - x}z`);
        from = -1;
      }
    });
  });
  return runs.join('');
}

/** A QR code: dark on white in both themes. */
export function QrCode({ payload, label }: { payload: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(payload, { ecc: 'M', border: QUIET_ZONE });
    return { size, path: outline(data) };
  }, [payload]);
  return (
    <div className={styles.code}>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path fill="#000" d={path} />
      </svg>
    </div>
  );
}

/** A placeholder while the code loads. */
export function QrPlace() {
  return <div className={styles.place} aria-hidden="true" />;
}
