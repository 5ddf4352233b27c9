import { now } from '#web/lib/clock/clock.ts';
import { dayOf, dayText, momentText, timeText } from '#web/lib/text/format.ts';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import type { OrderInFull } from '../order-in-full.ts';
import styles from './orders.module.css';

interface Step {
  name: string;
  note: string | undefined;
}

/** How many steps are done. */
function behindOf({ state, assignee, visit }: OrderInFull): number {
  if (state === 'done') return 4;
  if (state === 'in_progress' || visit !== null) return 2;
  return assignee === null ? 1 : 2;
}

function stepsOf({ created_at, updated_at, visit, state, assignee }: OrderInFull): Step[] {
  const today = dayOf(now());
  const coming = visit && `${dayText(dayOf(visit.from), today)}, ${timeText(visit.from)}`;
  return [
    { name: 'Приняли', note: momentText(created_at, today) },
    { name: 'Назначили', note: assignee ?? undefined },
    { name: visit ? 'Визит' : 'Работа', note: coming ?? undefined },
    { name: 'Готово', note: state === 'done' ? momentText(updated_at, today) : undefined },
  ];
}

const SAID = { done: 'сделано', now: 'сейчас', ahead: 'впереди' } as const;
const ICONS = { done: 'circle-check', now: 'clock' } as const;

/** The progress of an order in four steps; nothing for a cancelled order. */
export function Steps({ order }: { order: OrderInFull }) {
  if (order.state === 'cancelled') return null;
  const behind = behindOf(order);
  return (
    <ol className={styles.steps} aria-label="Ход заявки">
      {stepsOf(order).map(({ name, note }, index) => {
        const look = index < behind ? 'done' : index === behind ? 'now' : 'ahead';
        return (
          <li key={name} className={styles[look]} aria-current={look === 'now' ? 'step' : undefined}>
            {look === 'ahead' ? <i className={styles.dot} aria-hidden="true" /> : <Icon name={ICONS[look]} size="sm" />}
            <span>
              <b>{name}</b>
              <VisuallyHidden>, {SAID[look]}</VisuallyHidden>
              {note !== undefined && <small>{note}</small>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
