import { counted, momentText, plural } from '#web/lib/text/format.ts';
import type { OrderCounts, OrderFilter, QueuedOrder } from './orders-data.ts';

const MINUTE_MS = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;

const orders = (count: number): string => counted(count, 'заявка', 'заявки', 'заявок');

/** The answer of the page: what is worst now. */
export function queueTitle({ all, late, answer }: OrderCounts): string {
  if (late > 0) return `${plural(late, 'Опаздывает', 'Опаздывают', 'Опаздывают')} ${orders(late)}`;
  if (answer > 0) return `${plural(answer, 'Ждёт', 'Ждут', 'Ждут')} ответа ${orders(answer)}, никто не опаздывает`;
  return all > 0 ? 'Все ответы даны' : 'Открытых заявок нет';
}

export const queueLead = ({ all, nobody, client }: OrderCounts): string =>
  all === 0
    ? 'Новая заявка появится здесь сама.'
    : `Открыто ${all}, без исполнителя ${nobody}, ждём абонентов ${client}. Срок — тот, что видит абонент.`;

export const FILTER_WORDS: Record<OrderFilter, string> = {
  all: 'Все',
  mine: 'Мои',
  nobody: 'Ничьи',
  answer: 'Без ответа',
  late: 'Опоздали',
  client: 'Ждём абонента',
};

/** «12 мин», «1 ч 05 мин», «2 дня». */
function spanText(ms: number): string {
  const minutes = Math.max(1, Math.round(Math.abs(ms) / MINUTE_MS));
  if (minutes < HOUR) return `${minutes}\u00a0мин`;
  if (minutes >= DAY) return counted(Math.round(minutes / DAY), 'день', 'дня', 'дней');
  const rest = minutes % HOUR;
  return `${Math.floor(minutes / HOUR)}\u00a0ч${rest === 0 ? '' : `\u00a0${String(rest).padStart(2, '0')}\u00a0мин`}`;
}

export interface PromiseTold {
  readonly tone: 'late' | 'soon' | 'fine' | 'none';
  readonly text: string;
  /** Of the promised time, how much has passed, 0 to 1; null: nothing is promised. */
  readonly gone: number | null;
}

const SOON_MS = 30 * MINUTE_MS;

/** What was promised to the client, as of now. */
export function promiseOf(
  {
    answer_by: by,
    created_at: created,
    state,
    late_times: late,
  }: Pick<QueuedOrder, 'answer_by' | 'created_at' | 'state' | 'late_times'>,
  nowMs: number,
): PromiseTold {
  if (by === null) return { tone: 'none', text: state === 'waiting_client' ? 'ждём абонента' : 'ответили', gone: null };
  const left = Date.parse(by) - nowMs;
  if (left <= 0) return { tone: 'late', text: `опоздали на ${spanText(left)}`, gone: 1 };
  const whole = Date.parse(by) - Date.parse(created);
  const gone = Math.min(1, Math.max(0, 1 - left / whole));
  const text = late > 0 ? `снова обещали, ${spanText(left)}` : spanText(left);
  return { tone: late > 0 ? 'late' : left < SOON_MS ? 'soon' : 'fine', text, gone };
}

export const promisedByText = (by: string | null, today: string): string =>
  by === null ? 'Абонент ответа не ждёт' : `Обещали ответить до ${momentText(by, today)}`;

export const STATE_WORDS: Record<QueuedOrder['state'], string> = {
  new: 'Новая',
  accepted: 'Принята',
  in_progress: 'В работе',
  waiting_client: 'Ждём абонента',
  done: 'Готово',
  cancelled: 'Отменена',
};
