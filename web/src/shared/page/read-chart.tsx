import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { cx } from '#web/lib/text/cx.ts';
import styles from './read-chart.module.css';

interface ReadChartProps {
  /** What the chart shows, in a sentence. */
  label: string;
  /** What each column says: «Ноябрь: принято 270 ГБ, отправлено 47 ГБ». */
  texts: readonly string[];
  /** Index of the column whose value is told until the client chooses one; by default the last one. */
  start?: number | undefined;
  /** Between the columns and the line with the value: the labels of the scale. */
  below?: ReactNode;
  className?: string | undefined;
  style?: CSSProperties;
  /** The columns, each marked with `data-column`, its place in `texts`. */
  children: (chosen: number | undefined) => ReactNode;
}

interface Column {
  index: number;
  /** Pixels from the left of the window. */
  centre: number;
}

/** The columns in sight: on a phone some charts show only the latest ones. */
function columnsIn(chart: Element): Column[] {
  return [...chart.querySelectorAll('[data-column]')].flatMap((column) => {
    const { left, width, height } = column.getBoundingClientRect();
    const index = Number(column.getAttribute('data-column'));
    return width + height > 0 ? [{ index, centre: left + width / 2 }] : [];
  });
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowUp: 1,
  PageUp: -6,
  PageDown: 6,
  Home: -Infinity,
  End: Infinity,
};

/** A chart that tells the values of a column under the pointer, the finger or the keyboard, in a line below it. */
export function ReadChart({
  label,
  texts,
  start = texts.length - 1,
  below,
  className,
  style,
  children,
}: ReadChartProps) {
  const chart = useRef<HTMLDivElement>(null);
  const [chosen, choose] = useState<number>();
  const at = chosen ?? start;
  const follow = ({ clientX, currentTarget }: PointerEvent): void => {
    const near = columnsIn(currentTarget).toSorted(
      (a, b) => Math.abs(a.centre - clientX) - Math.abs(b.centre - clientX),
    );
    choose(near[0]?.index);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined || !chart.current) return;
    event.preventDefault();
    // Without a layout, as in tests, all columns count.
    const seen = columnsIn(chart.current).map(({ index }) => index);
    const order = seen.length > 0 ? seen : texts.map((_, index) => index);
    const place = Math.min(order.length - 1, Math.max(0, Math.max(0, order.indexOf(at)) + step));
    choose(order[place]);
  };
  return (
    <>
      <div
        ref={chart}
        className={cx(styles.chart, className)}
        style={style}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, texts.length - 1)}
        aria-valuenow={Math.max(0, at)}
        aria-valuetext={texts[at] ?? 'нет данных'}
        onKeyDown={onKeyDown}
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && choose(undefined)}
        onBlur={() => choose(undefined)}
      >
        {children(chosen)}
      </div>
      {below}
      <p className={styles.told} aria-hidden="true">
        {texts[at] ?? 'Данных пока нет'}
      </p>
    </>
  );
}
