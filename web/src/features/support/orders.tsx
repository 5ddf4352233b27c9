import { contract, type Wire } from '#api/contract.ts';
import { usePages } from '#api/use-pages.ts';
import { now } from '#lib/clock.ts';
import { dayOf, dayText, momentText, timeText } from '#lib/format.ts';
import { More } from '#parts/more.tsx';
import { LinkButton } from '#ui/button.tsx';
import { Empty, ErrorBlock } from '#ui/callout.tsx';
import { Card } from '#ui/card.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { State, type Tone } from '#ui/state.tsx';
import styles from './support.module.css';

type Order = Wire<typeof contract.support.getOrders>['items'][number];

const states: Record<Order['state'], { tone: Tone; icon: IconName; word: string }> = {
  new: { tone: 'info', icon: 'send', word: 'Отправлена' },
  accepted: { tone: 'info', icon: 'check', word: 'Принята' },
  in_progress: { tone: 'info', icon: 'wrench', word: 'В работе' },
  waiting_client: { tone: 'wait', icon: 'clock', word: 'Ждём вас' },
  done: { tone: 'ok', icon: 'circle-check', word: 'Готово' },
  cancelled: { tone: 'off', icon: 'archive', word: 'Отменена' },
};

const PAST: ReadonlySet<Order['state']> = new Set(['done', 'cancelled']);
const AT_ONCE = 10;

/** Support orders: open ones first, then the newest. */
export function Orders() {
  const pages = usePages(contract.support.getOrders, AT_ONCE);
  if (pages.failed) {
    return (
      <ErrorBlock title="Не загрузили заявки." onRetry={pages.again}>
        Сами заявки на месте, по ним продолжают работать.
      </ErrorBlock>
    );
  }
  if (!pages.items) {
    return (
      <Card>
        <SkeletonRows label="Загружаем заявки" tile={false} />
      </Card>
    );
  }
  if (pages.items.length === 0) {
    return (
      <Card title="Сейчас">
        <Empty
          icon="message-question"
          title="Заявок нет"
          action={<LinkButton to="/support/contacts">Как с нами связаться</LinkButton>}
        >
          Если что-то не работает, позвоните: заведём заявку, и её ход будет виден здесь.
        </Empty>
      </Card>
    );
  }
  return (
    <div className={styles.stack}>
      <ul className={styles.stack}>
        {pages.items.map((order) => (
          <li key={order.order_id}>
            <OrderCard order={order} />
          </li>
        ))}
      </ul>
      <More pages={pages} />
    </div>
  );
}

function OrderCard({
  order: { order_id: id, goal, text, state, created_at: createdAt, updated_at: updatedAt, visit },
}: {
  order: Order;
}) {
  const today = dayOf(now());
  const { tone, icon, word } = states[state];
  return (
    <Card
      title={goal}
      aside={
        <State tone={tone} icon={icon} quiet={PAST.has(state)}>
          {word}
        </State>
      }
    >
      <p>{text}</p>
      {visit && !PAST.has(state) && <Visit visit={visit} today={today} />}
      <p className={styles.note}>
        Заявка {id} от {dayText(dayOf(createdAt), today)}
        {updatedAt !== createdAt && `, изменилась ${momentText(updatedAt, today)}`}
      </p>
    </Card>
  );
}

function Visit({ visit: { from, to }, today }: { visit: NonNullable<Order['visit']>; today: string }) {
  return (
    <p className={styles.visit}>
      <Icon name="calendar-clock" size="sm" />
      <span>
        Мастер придёт{' '}
        <b>
          {dayText(dayOf(from), today)}, {timeText(from)}–{timeText(to)}
        </b>
      </span>
    </p>
  );
}
