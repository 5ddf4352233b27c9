import { ApiError } from '#web/api/api-error.ts';
import { nowMs } from '#web/lib/clock/clock.ts';
import { sendForStaff } from '../../api/client.ts';
import { contract } from '../../api/contract.ts';
import type { VisitStep } from './steps.rules.ts';

/** Stores the progress of a step. */
type Keep = (step: VisitStep) => Promise<void>;

/** Uploads the files of a step; a file that was uploaded before is not sent again. */
async function uploadFiles(step: VisitStep, keep: Keep): Promise<VisitStep> {
  let whole = step;
  for (const [at, { key, name, content, fileId }] of step.files.entries()) {
    if (fileId !== undefined) continue;
    const body = { order_id: step.orderId, name, content, done_at: step.at };
    const { file_id: id } = await sendForStaff(contract.orders.addFile, { body }, { key });
    const file = whole.files[at];
    if (file) whole = { ...whole, files: whole.files.with(at, { ...file, content: '', fileId: id }) };
    await keep(whole);
  }
  return whole;
}

const DAY_MS = 24 * 3_600_000;

/** The server refuses an older moment, so the text of the note says it. */
const noteMoment = ({ at }: Pick<VisitStep, 'at'>) => (nowMs() - Date.parse(at) < DAY_MS ? { done_at: at } : {});

/** How each deed is told, with the idempotency key that was made with it. */
const TELL: Record<VisitStep['deed'], (step: VisitStep, keep: Keep) => Promise<unknown>> = {
  coming: async ({ key, arrival, ...step }) =>
    arrival && sendForStaff(contract.orders.coming, { body: { ...momentOf(step), at: arrival.typed } }, { key }),
  arrived: ({ key, ...step }) => sendForStaff(contract.orders.arrived, { body: momentOf(step) }, { key }),
  connect: async ({ key, connects, at }) => {
    if (!connects) return;
    const { userId, hasSession: _, title: __, ...line } = connects;
    const body = { user_id: userId, ...line, visit: 'goes_on', done_at: at } as const;
    await sendForStaff(contract.services.connect, { body }, { key });
  },
  note: ({ key, contractId, text = '', ...step }) =>
    sendForStaff(contract.notes.add, { body: { contract_id: contractId, text, ...noteMoment(step) } }, { key }),
  close: async (step, keep) => {
    const { files, key, text = '' } = await uploadFiles(step, keep);
    const body = { ...momentOf(step), text, files: files.flatMap(({ fileId }) => fileId ?? []) };
    await sendForStaff(contract.orders.close, { body }, { key });
  },
};

const momentOf = ({ orderId, at }: Pick<VisitStep, 'orderId' | 'at'>) => ({ order_id: orderId, done_at: at });

/** Sends a step to the server. */
export async function sendStep(step: VisitStep, keep: Keep): Promise<void> {
  await TELL[step.deed](step, keep);
}

const REASONS: Readonly<Record<string, string>> = {
  not_your_visit: 'Визит отдали другому или отменили',
  order_without_visit: 'Визит отменили',
  order_is_closed: 'Заявку уже закрыли',
  line_taken: 'Этот порт уже у другой услуги',
};

/** Why the server refused a step, in words for the technician. */
export function stepRefusal(failure: unknown): string {
  if (!(failure instanceof ApiError)) return String(failure);
  const [ofField] = Object.values(failure.errors);
  return REASONS[failure.code ?? ''] ?? ofField ?? failure.message;
}
