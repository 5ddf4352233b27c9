import { useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { contract, type Wire } from '#web/api/contract.ts';
import { outdate, useAction } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, dayText, timeText } from '#web/lib/text/format.ts';
import { useNavigate } from '#web/lib/page/router.tsx';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Checkbox, Field, TextArea } from '#web/ui/field/field.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { Attachments, AWAITS_FILE } from '#web/shared/files/attachments.tsx';
import type { AttachedFile } from '#web/shared/files/upload.ts';
import { sendFile } from '../talk/send-file.ts';
import { forgetDraft } from '../talk/kept-draft.ts';
import { Slots, windowText, type Slot } from '../calls/slots.tsx';
import styles from '../support.module.css';
import { within } from '#web/ui/dialog/within.ts';

type Goal = Wire<typeof contract.support.getOrderGoals>[number];
type Checked = Wire<typeof contract.support.check>;

/** What is typed, before it is sent; it stays when another goal is chosen. */
export interface Draft {
  text: string;
  phone: string;
  wanted: string;
  wantsVisit: boolean;
  slot: Slot | undefined;
  files: readonly AttachedFile[];
  isAttaching: boolean;
}

/** The name of its draft. */
export const ORDER = 'order';

export const EMPTY: Draft = {
  text: '',
  phone: '',
  wanted: '',
  wantsVisit: false,
  slot: undefined,
  files: [],
  isAttaching: false,
};

interface OrderFormProps {
  goal: Goal;
  known: Checked['known'];
  tried: readonly string[];
  draft: Draft;
  onChange: (change: (before: Draft) => Draft) => void;
}

/** The order itself. */
export function OrderForm({ goal, known, tried, draft, onChange }: OrderFormProps) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending } = useAction(contract.support.addOrder);
  const [errors, setErrors] = useState<Errors>({});
  const change = (part: Partial<Draft>): void => onChange((before) => ({ ...before, ...part }));
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const wrong = errorsOf(draft, known);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    mutate(
      { body: bodyOf(goal, known, tried, draft) },
      {
        onSuccess: ({ order_id: id, answer_by: by }) => {
          forgetDraft(ORDER);
          saySuccess(`Заявка ${id} создана`, by === null ? undefined : `Ответим до ${timeText(by)}`);
          navigate(`/support/order?id=${id}`, { replace: true });
        },
        onError: (failure) => {
          sayError(failure, 'Заявка не отправилась. Повторите', 'Заявка не создана');
          if (!(failure instanceof ApiError)) return;
          if (failure.code === 'slot_taken') change({ slot: undefined });
          // The list of goals, or of free windows, has changed meanwhile.
          void outdate(cache, ['support']);
        },
      },
    );
  };
  const { text, files, isAttaching } = draft;
  const slot = goal.asks_visit ? draft.slot : undefined;
  const wantsVisit = goal.asks_visit && draft.wantsVisit;
  return (
    <Card title="Заявка">
      <form className={styles.compose} onSubmit={submit} noValidate>
        <TextArea
          label={goal.question}
          rows={4}
          {...within(2000, { value: text, error: errors.text })}
          onChange={({ target }) => change({ text: target.value })}
        />
        <Attachments
          files={files}
          send={sendFile}
          isBusy={isAttaching}
          onBusy={(isBusy) => change({ isAttaching: isBusy })}
          onChange={(next) => onChange((before) => ({ ...before, files: next(before.files) }))}
        />
        <Phone known={known} draft={draft} error={errors.phone} onChange={change} />
        <When goal={goal} draft={draft} onChange={change} />
        <ButtonRow>
          <Button type="submit" busy={isPending} aria-disabled={isAttaching || (wantsVisit && !slot)}>
            {isAttaching ? AWAITS_FILE : verbOf(slot, wantsVisit)}
          </Button>
        </ButtonRow>
        <p className={styles.note}>Ответим за {goal.answer_minutes} минут. Заявка бесплатна.</p>
      </form>
    </Card>
  );
}

interface Errors {
  text?: string;
  phone?: string;
}

function errorsOf({ text, phone }: Draft, known: Checked['known']): Errors {
  return {
    ...(text.trim() === '' && { text: 'Напишите, что случилось' }),
    ...(known.phone === null && phone.trim() === '' && { phone: 'Укажите телефон, по которому с вами связаться' }),
  };
}

function bodyOf(goal: Goal, known: Checked['known'], tried: readonly string[], draft: Draft) {
  const { text, phone, wanted, slot, files } = draft;
  return {
    goal_id: goal.goal_id,
    text,
    tried: [...tried],
    files: files.map(({ file_id }) => file_id),
    ...(known.user_id !== null && { user_id: known.user_id }),
    ...(phone.trim() !== '' && { phone }),
    ...(wanted.trim() !== '' && { wished_time: wanted }),
    ...(goal.asks_visit && slot && { slot_id: slot.slot_id }),
  };
}

interface PartProps {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
}

function Phone({ known, draft, error, onChange }: PartProps & { known: Checked['known']; error: string | undefined }) {
  return (
    <Field
      label={known.phone === null ? 'Телефон для связи' : 'Другой телефон, если нужен'}
      type="tel"
      autoComplete="tel"
      value={draft.phone}
      error={error}
      hint={known.phone === null ? undefined : `Без него позвоним на ${known.phone}`}
      onChange={({ target }) => onChange({ phone: target.value })}
    />
  );
}

/** The time of a visit, or of a call. */
function When({ goal, draft: { wantsVisit, slot, wanted }, onChange }: PartProps & { goal: Goal }) {
  return (
    <>
      {goal.asks_visit && (
        <Checkbox
          checked={wantsVisit}
          onChange={({ target }) => onChange({ wantsVisit: target.checked, slot: undefined })}
        >
          Нужен визит мастера
        </Checkbox>
      )}
      {goal.asks_visit && wantsVisit ? (
        <Slots value={slot} onChange={(next) => onChange({ slot: next })} />
      ) : (
        <Field
          label="Когда удобно говорить, если важно"
          {...within(100, { value: wanted })}
          onChange={({ target }) => onChange({ wanted: target.value })}
        />
      )}
    </>
  );
}

function verbOf(slot: Slot | undefined, wantsVisit: boolean): string {
  if (slot) return `Вызвать на ${dayText(dayOf(slot.from), dayOf(now()))}, ${windowText(slot)}`;
  return wantsVisit ? 'Выберите время визита' : 'Отправить заявку';
}
