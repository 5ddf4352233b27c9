import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/api/api-error.ts';
import { sayError } from '#web/ui/toast/toast-store.ts';
import { sendForStaff } from '../api/client.ts';
import { contract } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';

/** A lease lasts five minutes; while somebody types, it is prolonged no more often than so. */
const PROLONGED_MS = 60_000;

/** Takes an order, and then opens it. */
export function useTakenOrder() {
  const hold = useChange(contract.orders.hold);
  const take = (orderId: number, onTaken?: () => void, over = false): void =>
    hold.mutate(
      { body: { order_id: orderId, ...(over && { over: 'yes' as const }) } },
      {
        ...(onTaken && { onSuccess: onTaken }),
        onError: (failure) => void sayError(failure, 'Взять не получилось. Повторите', 'Не взяли'),
      },
    );
  return { take, isTaking: hold.isPending };
}

/**
 * Holds an order while somebody types an answer in it. `refused`: another has been writing in it. When the page is left, the order is
 * let go.
 */
export function useLease(orderId: number, isMine: boolean) {
  const cache = useQueryClient();
  const heldAt = useRef(0);
  const [refused, setRefused] = useState<string>();
  const typed = (): void => {
    if (performance.now() - heldAt.current < PROLONGED_MS && heldAt.current > 0) return;
    heldAt.current = performance.now();
    sendForStaff(contract.orders.hold, { body: { order_id: orderId } }, { key: crypto.randomUUID() })
      .then(() => {
        setRefused(undefined);
        return cache.invalidateQueries({ queryKey: [contract.orders.list.path] });
      })
      .catch((failure: unknown) => {
        heldAt.current = 0;
        if (failure instanceof ApiError && failure.code === 'order_held') setRefused(failure.message);
      });
  };
  /** The order is held by whoever is here, by another way: taken by a button. */
  const noteHeld = (): void => {
    heldAt.current = performance.now();
    setRefused(undefined);
  };
  /** The answer has ended the lease. */
  const noteEnded = (): void => {
    heldAt.current = 0;
  };
  const isHeld = useEffectEvent(() => isMine || heldAt.current > 0);
  useEffect(
    () => () => {
      if (!isHeld()) return;
      const body = { order_id: orderId };
      // Whoever cannot let go loses nothing: the lease ends by itself.
      void sendForStaff(contract.orders.release, { body }, { key: crypto.randomUUID() }).catch(() => undefined);
    },
    [orderId],
  );
  return { typed, refused, noteHeld, noteEnded };
}
