import { useState } from 'react';
import { keepTyped, readTyped } from '../../api/kept-day.ts';
import { useOwnSteps } from '../field/own-steps.ts';
import type { ConnectedService } from '../field/steps.rules.ts';
import { useStep } from '../field/use-step.ts';
import type { BookedWindow } from '../visits.texts.ts';

export type VisitService = BookedWindow['order']['services'][number];

interface TypedLine {
  readonly circuit: string;
  readonly mac: string;
}

/** What was typed of each service, and what has been connected at this visit. */
interface Typed {
  readonly lines: Readonly<Record<number, TypedLine>>;
  readonly connected: readonly ConnectedService[];
}

const NOTHING: Typed = { lines: {}, connected: [] };
const NO_LINE: TypedLine = { circuit: '', mac: '' };

/** The services that a visit connects: what is typed stays on the telephone, whatever becomes of the page and of the network. */
export function useVisitLine(visit: BookedWindow) {
  const { order } = visit;
  const { queue, waiting: steps } = useOwnSteps();
  const step = useStep(visit);
  const [typed, setTyped] = useState<Typed>(() => ({ ...NOTHING, ...readTyped(order.order_id) }));
  const change = (part: Partial<Typed>): void => {
    const next = { ...typed, ...part };
    setTyped(next);
    keepTyped(order.order_id, next);
  };
  const waiting = order.services.filter(({ is_connected: isConnected }) => !isConnected);
  const own = steps.filter(({ orderId, deed }) => orderId === order.order_id && deed === 'connect');
  const refused = own.filter((one) => one.refused !== undefined);
  const typedOf = ({ user_id: id }: VisitService): TypedLine => typed.lines[id] ?? NO_LINE;
  return {
    /** It stays after the press: what the server does not take is corrected. */
    typedOf,
    type: (service: VisitService, part: Partial<TypedLine>) =>
      change({ lines: { ...typed.lines, [service.user_id]: { ...typedOf(service), ...part } } }),
    /** What is still to be connected. */
    waiting,
    connected: typed.connected.filter(({ userId }) => waiting.every(({ user_id: id }) => id !== userId)),
    /** Why the server has not taken it. */
    refusalOf: ({ user_id: id }: VisitService) => refused.find(({ connects }) => connects?.userId === id)?.refused,
    /** Whether the server knows of it. */
    isTold: ({ userId }: ConnectedService) => own.every(({ connects }) => connects?.userId !== userId),
    connect: async (service: ConnectedService): Promise<void> => {
      for (const former of refused) if (former.connects?.userId === service.userId) await queue.drop(former);
      await step({ deed: 'connect', connects: service }, ['Услугу подключили', 'Ждём первый сеанс']);
      const others = typed.connected.filter(({ userId }) => userId !== service.userId);
      change({ connected: [...others, service] });
    },
  };
}

export type VisitLine = ReturnType<typeof useVisitLine>;

/** What the subscriber reads of it, if the master writes nothing else. */
export const connectedWords = (connected: readonly ConnectedService[]): string =>
  connected.length === 0 ? '' : `Подключили: ${connected.map(({ title }) => title).join('; ')}.`;
