import { cx } from '#web/lib/text/cx.ts';
import styles from './lines.module.css';

const PATHS = {
  document:
    'M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2zM14 2v5a1 1 0 0 0 1 1h5M10 9H8M16 13H8M16 17H8',
  download: 'M12 15V3M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4M7 10l5 5 5-5',
} as const;

/** Icons of this screen only; the common icons are in the first load. */
export const DocIcon = ({ name }: { name: keyof typeof PATHS }) => (
  <svg className={cx(styles.docIcon)} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={PATHS[name]} />
  </svg>
);
