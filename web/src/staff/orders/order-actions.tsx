import { useState } from 'react';
import { Button } from '#web/ui/button/button.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract } from '../api/contract.ts';
import { useMay, useMe } from '../api/me.ts';
import { useChange } from '../api/use-call.ts';
import { useStaffKeys } from '../lib/staff-keys.ts';
import { AssignDialog } from './assign-dialog.tsx';
import type { ShownOrder } from './orders-data.ts';
import styles from './orders.module.css';
import { useTakenOrder } from './use-lease.ts';
import { VisitDialog } from './visit-dialog.tsx';

/** For whoever is not writing in it. */
function TakeButton({ order: { order_id: orderId, held_by: holder } }: { order: ShownOrder }) {
  const { take, isTaking } = useTakenOrder();
  if (holder?.is_mine === true) return null;
  return (
    <Button look="soft" size="sm" busy={isTaking} onClick={() => take(orderId, undefined, holder !== null)}>
      {holder === null ? 'Взять' : `Забрать, ведёт ${holder.name}`}
    </Button>
  );
}

function StartButton({ orderId }: { orderId: number }) {
  const start = useChange(contract.orders.start);
  const begin = (): void =>
    start.mutate(
      { body: { order_id: orderId, text: 'Начали работу по заявке' } },
      {
        onSuccess: () => saySuccess('Заявка в работе', 'Абонент это видит'),
        onError: (failure) => void sayError(failure, 'Повторите', 'Не получилось'),
      },
    );
  return (
    <Button look="plain" size="sm" busy={start.isPending} onClick={begin}>
      Начать работу
    </Button>
  );
}

/** What is done with an order besides answering. */
export function OrderActions({ order, today }: { order: ShownOrder; today: string }) {
  const [asked, setAsked] = useState<'visit' | 'assign'>();
  const { name } = useMe();
  const mayVisit = useMay('orders visit');
  const { order_id: orderId } = order;
  useStaffKeys({ KeyV: mayVisit ? () => setAsked('visit') : undefined });
  return (
    <div className={styles.actions}>
      <TakeButton order={order} />
      {mayVisit && (
        <Button look="plain" size="sm" onClick={() => setAsked('visit')}>
          {order.visit ? 'Перенести визит' : 'Назначить визит'} <kbd aria-hidden="true">V</kbd>
        </Button>
      )}
      {order.state !== 'in_progress' && <StartButton orderId={orderId} />}
      <Button look="plain" size="sm" onClick={() => setAsked('assign')}>
        {order.assignee === null ? 'Назначить исполнителя' : 'Сменить исполнителя'}
      </Button>
      {asked === 'visit' && <VisitDialog order={order} today={today} onClose={() => setAsked(undefined)} />}
      {asked === 'assign' && <AssignDialog order={order} me={name} onClose={() => setAsked(undefined)} />}
    </div>
  );
}
