import { Children, Component, createRef, isValidElement, type ReactNode } from 'react';
import { motionMs } from '#web/lib/page/motion.ts';
import styles from './rows.module.css';

type Tops = ReadonlyMap<Element, number>;

interface RowsProps {
  children: ReactNode;
}

/** The keys of the rows, in order. */
const orderOf = ({ children }: RowsProps): string =>
  Children.toArray(children)
    .map((row) => (isValidElement(row) ? row.key : ''))
    .join();

/**
 * `Rows` whose rows glide when they change places: for lists in which something comes, goes or moves. It is a class, because only a
 * class can measure the rows before React moves them. It is a separate file, because `Rows` is part of the first load.
 */
export class GlidingRows extends Component<RowsProps> {
  private readonly list = createRef<HTMLUListElement>();

  override getSnapshotBeforeUpdate(before: RowsProps): Tops | null {
    if (orderOf(before) === orderOf(this.props)) return null;
    return new Map(this.rows.map((row) => [row, row.offsetTop]));
  }

  override componentDidUpdate(_before: RowsProps, _state: unknown, tops: Tops | null): void {
    const duration = tops === null ? 0 : motionMs('--t-base');
    if (duration === 0) return;
    for (const row of this.rows) {
      const moved = (tops?.get(row) ?? row.offsetTop) - row.offsetTop;
      if (moved !== 0) {
        row.animate([{ transform: `translateY(${moved}px)` }, { transform: 'none' }], { duration, easing: 'ease-out' });
      }
    }
  }

  override render(): ReactNode {
    return (
      <ul ref={this.list} className={styles.rows}>
        {Children.map(this.props.children, (row) => (
          <li>{row}</li>
        ))}
      </ul>
    );
  }

  private get rows(): HTMLElement[] {
    return [...(this.list.current?.children ?? [])] as HTMLElement[];
  }
}
