import { contract } from '#api/contract.ts';
import { usePages } from '#api/use-pages.ts';
import { now } from '#lib/clock.ts';
import { dayOf, dayText, momentText } from '#lib/format.ts';
import { LoadMore } from '#shared/page/load-more.tsx';
import { isOpen, orderStates, visitText, type Order } from '#shared/service/order.texts.ts';
import { LinkButton } from '#ui/button.tsx';
import { Empty, ErrorBlock } from '#ui/callout.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { State } from '#ui/state.tsx';
import styles from './support.module.css';

const AT_ONCE = 10;

/** Support orders: open ones first, then newest first. */
export function Orders() {
  const pages = usePages(contract.support.getOrders, AT_ONCE);
  if (pages.failed) {
    return (
      <ErrorBlock title="Не удалось загрузить заявки." onRetry={pages.again}>
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
      <LoadMore pages={pages} />
    </div>
  );
}

function OrderCard({ order }: { order: Order }) {
  const { order_id: id, goal, text, state, created_at: createdAt, updated_at: updatedAt, visit } = order;
  const today = dayOf(now());
  const { tone, icon, word } = orderStates[state];
  return (
    <Card
      title={goal}
      aside={
        <State tone={tone} icon={icon} quiet={!isOpen(order)}>
          {word}
        </State>
      }
    >
      <p>{text}</p>
      {visit && isOpen(order) && (
        <p className={styles.visit}>
          <Icon name="calendar-clock" size="sm" />
          <b>{visitText(visit, today)}</b>
        </p>
      )}
      <p className={styles.note}>
        Заявка {id} от {dayText(dayOf(createdAt), today)}
        {updatedAt !== createdAt && `, изменилась ${momentText(updatedAt, today)}`}
      </p>
    </Card>
  );
}
