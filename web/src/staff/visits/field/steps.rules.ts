import { timeText } from '#web/lib/text/format.ts';
import { isOver, type BookedWindow, type DayOfVisits, type VisitWindow } from '../visits.texts.ts';

/** A photo, a PDF or a signature that waits with its step. */
export interface StepFile {
  /** The idempotency key of its upload. */
  readonly key: string;
  readonly name: string;
  /** Base64. */
  readonly content: string;
  readonly bytes: number;
  /** Uploaded already, though its step is not told yet. */
  readonly fileId?: string;
}

type Deed = 'coming' | 'arrived' | 'connect' | 'note' | 'close';

/** A service that was connected, with its port and its router, if they were told. */
export interface ConnectedService {
  readonly userId: number;
  readonly title: string;
  /** It is of the internet: its router comes on line. */
  readonly hasSession: boolean;
  readonly circuit?: string;
  readonly mac?: string;
}

/** What a technician has done; it waits on the telephone until the server knows of it. */
export interface VisitStep {
  /** The idempotency key, made with the step: told twice, it is done once. */
  readonly key: string;
  readonly personId: number;
  /** When it was done. */
  readonly at: string;
  readonly orderId: number;
  readonly contractId: number;
  /** «10:00–12:00, Ремонт»: a step names nobody. */
  readonly visit: string;
  readonly deed: Deed;
  /** When he will be there: as the call takes it, and the moment. */
  readonly arrival?: { readonly typed: string; readonly at: string };
  readonly text?: string;
  readonly connects?: ConnectedService;
  readonly files: readonly StepFile[];
  /** Why the server has not taken it. */
  readonly refused?: string;
}

/** The step that is told next. What follows a refused one of the same order waits until a person decides. */
export function nextOf(steps: readonly VisitStep[]): VisitStep | undefined {
  const stopped = new Set<number>();
  for (const step of steps) {
    if (step.refused !== undefined) stopped.add(step.orderId);
    else if (step.deed === 'note' || !stopped.has(step.orderId)) return step;
  }
  return undefined;
}

export const bytesOf = (steps: readonly VisitStep[]): number =>
  steps.flatMap(({ files }) => files).reduce((sum, { bytes }) => sum + bytes, 0);

/** «Подключили: Интернет, порт sw-1 14, роутер A4:2B:…». */
const connectedText = ({ title, circuit, mac }: ConnectedService): string =>
  [`Подключили: ${title}`, circuit && `порт ${circuit}`, mac && `роутер ${mac}`].filter(Boolean).join(', ');

export function stepText({ deed, arrival, connects, text = '' }: VisitStep): string {
  const texts: Record<Deed, string> = {
    coming: arrival ? `В пути, буду в ${timeText(arrival.at)}` : 'В пути',
    arrived: 'На месте',
    connect: connects ? connectedText(connects) : 'Подключили',
    note: text,
    close: `Готово: ${text}`,
  };
  return texts[deed];
}

/** The longest note. */
const MOST_SIGNS = 1000;

/** A refused step as a note for the staff: what was typed is not lost. */
export const asNote = (step: VisitStep, key: string): VisitStep => {
  const { refused, ...rest } = step;
  const text = `Визит ${step.visit}, в ${timeText(step.at)}. ${stepText(step)} (Не принято: ${refused ?? ''})`;
  return { ...rest, key, deed: 'note', text: text.slice(0, MOST_SIGNS), files: [] };
};

function after(window: BookedWindow, { deed, at, arrival, connects }: VisitStep): BookedWindow {
  const { order } = window;
  if (deed === 'connect') {
    const services = order.services.map((one) =>
      one.user_id === connects?.userId ? { ...one, is_connected: true } : one,
    );
    return { ...window, order: { ...order, services } };
  }
  if (deed === 'coming') return { ...window, order: { ...order, arrives_at: arrival?.at ?? order.arrives_at } };
  if (deed === 'arrived') return { ...window, order: { ...order, arrived_at: order.arrived_at ?? at } };
  return deed === 'close' ? { ...window, order: { ...order, state: 'done' } } : window;
}

/** The day as it is after what he has done, though the server does not know of it yet. */
export function withSteps(day: DayOfVisits, steps: readonly VisitStep[]): DayOfVisits {
  const done = (window: VisitWindow): VisitWindow => {
    if (window.order === null) return window;
    const booked = window as BookedWindow;
    const own = steps.filter(({ orderId, refused }) => orderId === booked.order.order_id && refused === undefined);
    return isOver(booked) ? booked : own.reduce(after, booked);
  };
  return { ...day, masters: day.masters.map((master) => ({ ...master, windows: master.windows.map(done) })) };
}
