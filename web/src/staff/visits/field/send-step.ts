import { ApiError } from '#web/api/api-error.ts';
import { nowMs } from '#web/lib/clock/clock.ts';
import { sendForStaff } from '../../api/client.ts';
import { contract } from '../../api/contract.ts';
import type { VisitStep } from './steps.rules.ts';

/** Uploads the files of a step; a file that was uploaded before is not sent again. */
async function uploadFiles(step: VisitStep, keep: (step: VisitStep) => Promise<void>): Promise<VisitStep> {
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
const noteMoment = ({ at }: VisitStep) => (nowMs() - Date.parse(at) < DAY_MS ? { done_at: at } : {});

/** Sends a step to the server, with the idempotency key that was made with it. */
export async function sendStep(step: VisitStep, keep: (step: VisitStep) => Promise<void>): Promise<void> {
  const { key, orderId, at, deed, arrival, text = '' } = step;
  const body = { order_id: orderId, done_at: at };
  if (deed === 'coming' && arrival)
    await sendForStaff(contract.orders.coming, { body: { ...body, at: arrival.typed } }, { key });
  if (deed === 'arrived') await sendForStaff(contract.orders.arrived, { body }, { key });
  if (deed === 'note')
    await sendForStaff(
      contract.notes.add,
      { body: { contract_id: step.contractId, text, ...noteMoment(step) } },
      { key },
    );
  if (deed === 'close') {
    const { files } = await uploadFiles(step, keep);
    await sendForStaff(
      contract.orders.close,
      { body: { ...body, text, files: files.flatMap(({ fileId }) => fileId ?? []) } },
      { key },
    );
  }
}

const REASONS: Readonly<Record<string, string>> = {
  not_your_visit: 'Визит отдали другому или отменили',
  order_without_visit: 'Визит отменили',
  order_is_closed: 'Заявку уже закрыли',
};

/** Why the server refused a step, in words for the technician. */
export function stepRefusal(failure: unknown): string {
  if (!(failure instanceof ApiError)) return String(failure);
  const [ofField] = Object.values(failure.errors);
  return REASONS[failure.code ?? ''] ?? ofField ?? failure.message;
}
