import { useState, type SubmitEvent } from 'react';
import { refusalOf } from '#web/api/refusal.ts';
import { dayOf, dayText, momentText, phone as phoneText, range, timeText } from '#web/lib/text/format.ts';
import { Link, useNavigate } from '#web/lib/page/router.tsx';
import { readable } from '#web/lib/text/readable.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { within } from '#web/ui/dialog/within.ts';
import { Field, Select, TextArea } from '#web/ui/field/field.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract, type Wire } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { useAnswer, useChange } from '../api/use-call.ts';
import { CheckPart } from '../orders/check-part.tsx';
import { useRehearsal } from './use-rehearsal.ts';

type OrderForm = Wire<typeof contract.orders.form>;

const MOST_SIGNS = 2000;
/** The promise does not depend on the number, so that typing asks for nothing again. */
const SOME_PHONE = '79270000000';

interface FileOrderDialogProps {
  card: {
    readonly contract_id: number;
    readonly chain: {
      readonly service: { readonly user_id: number | null; readonly phone_number: string | null } | null;
    };
  };
  today: string;
  onClose: () => void;
}

/** What the card shows is checked: a service, or a phone number. */
function subjectOf({ chain: { service } }: FileOrderDialogProps['card']) {
  if (service?.user_id != null) return { user_id: String(service.user_id) };
  return service?.phone_number == null ? {} : { phone_number: service.phone_number };
}

/** An order for a client who calls: the goal that the check suggests, his words, the check itself, an hour of a master. */
export function FileOrderDialog({ card, today, onClose }: FileOrderDialogProps) {
  const subject = subjectOf(card);
  const form = useAnswer(contract.orders.form, { query: { contract_id: String(card.contract_id), ...subject } });
  return (
    <Dialog open onClose={onClose} title="Заявка с проверкой">
      <Loaded
        alone
        answer={form}
        failed="Заявку сейчас не создать."
        skeleton={<SkeletonRows label="Проверяем услугу" count={5} tile={false} />}
      >
        {(told) => <Filing told={told} asked={{ contract_id: card.contract_id, ...subject }} {...{ today, onClose }} />}
      </Loaded>
    </Dialog>
  );
}

interface FilingProps {
  told: OrderForm;
  asked: { readonly contract_id: number; readonly user_id?: string; readonly phone_number?: string };
  today: string;
  onClose: () => void;
}

/** What is typed, and what is sent. */
function useFiling({ told, asked, today, onClose }: FilingProps) {
  const [goalId, setGoalId] = useState(String(told.goal_id ?? told.goals[0]?.goal_id ?? ''));
  const [text, setText] = useState('');
  const [phone, setPhone] = useState(told.phone === null ? '' : phoneText(told.phone));
  const [slotId, setSlotId] = useState('');
  const [isChecked, setChecked] = useState(false);
  const file = useChange(contract.orders.file);
  const mayOpen = useMay('orders list');
  const navigate = useNavigate();
  const goal = told.goals.find(({ goal_id: id }) => String(id) === goalId);
  const body = { ...asked, goal_id: goalId, ...(goal?.asks_visit === true && slotId !== '' && { slot_id: slotId }) };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (isBlank(text) || isBlank(phone) || file.isPending) return;
    file.mutate(
      { body: { ...body, text, phone } },
      {
        onSuccess: ({ order_id: id, answer_by: by }) => {
          saySuccess(`Заявка ${id} создана`, by === null ? undefined : `Обещали ответить до ${momentText(by, today)}`);
          onClose();
          if (mayOpen) navigate(`/orders/${id}`);
        },
        onError: (failure) => void sayError(failure, 'Повторите', 'Заявку не создали'),
      },
    );
  };
  const wrong = (value: string, error: string): string | undefined => (isChecked && isBlank(value) ? error : undefined);
  const fields = { goalId, setGoalId, text, setText, phone, setPhone, slotId, setSlotId };
  return { ...fields, goal, body, submit, isBusy: file.isPending, wrong };
}

const isBlank = (value: string): boolean => value.trim() === '';

function Filing(props: FilingProps) {
  const { told, today } = props;
  const filing = useFiling(props);
  const { goal, text, phone, wrong } = filing;
  return (
    <DialogForm onSubmit={filing.submit}>
      <AlreadyOpen open={told.open} goal={goal?.name} />
      <Select label="Тема" value={filing.goalId} onChange={({ target }) => filing.setGoalId(target.value)}>
        {told.goals.map(({ goal_id: id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <TextArea
        label={goal?.question ?? 'Что случилось'}
        rows={3}
        {...within(MOST_SIGNS, {
          value: text,
          hint: 'Словами абонента: он увидит это в кабинете',
          error: wrong(text, 'Напишите, что случилось'),
        })}
        onChange={({ target }) => filing.setText(target.value)}
      />
      <Field
        label="Куда перезвонить"
        type="tel"
        autoComplete="off"
        error={wrong(phone, 'Спросите номер, по которому перезвонить')}
        value={phone}
        onChange={({ target }) => filing.setPhone(target.value)}
      />
      {goal?.asks_visit === true && (
        <Windows windows={told.windows} slotId={filing.slotId} today={today} onSlot={filing.setSlotId} />
      )}
      <CheckPart checks={told.checks} />
      <Promised body={filing.body} paused={filing.isBusy} today={today} />
      <Button type="submit" wide busy={filing.isBusy}>
        Создать заявку
      </Button>
    </DialogForm>
  );
}

function AlreadyOpen({ open, goal }: { open: OrderForm['open']; goal: string | undefined }) {
  const same = open.find((order) => order.goal === goal);
  if (!same) return null;
  return (
    <Callout
      tone="wait"
      title={`Такая заявка уже открыта, ${same.order_id}.`}
      action={<Link to={`/orders/${same.order_id}`}>Открыть её</Link>}
    >
      Ответить можно в&nbsp;ней, вторая не&nbsp;нужна.
    </Callout>
  );
}

interface WindowsProps {
  windows: OrderForm['windows'];
  slotId: string;
  onSlot: (slotId: string) => void;
  today: string;
}

const Windows = ({ windows, slotId, onSlot, today }: WindowsProps) => (
  <Select label="Визит мастера" value={slotId} onChange={({ target }) => onSlot(target.value)}>
    <option value="">Пока без визита</option>
    {windows
      .filter(({ is_free: isFree }) => isFree)
      .map(({ slot_id: id, from, to }) => (
        <option key={id} value={id}>
          {dayText(dayOf(from), today)}, {range(timeText(from), timeText(to))}
        </option>
      ))}
  </Select>
);

/** What the client is told: by its rehearsal. */
function Promised({ body, paused, today }: { body: object; paused: boolean; today: string }) {
  const rehearsal = useRehearsal(contract.orders.file, { ...body, text: 'Проверка', phone: SOME_PHONE }, { paused });
  const refusal = refusalOf(rehearsal.error);
  if (refusal) {
    return (
      <Callout tone="wait" title="Сейчас нельзя.">
        {readable(refusal.message, 'Выберите другое')}.
      </Callout>
    );
  }
  const by = rehearsal.data?.answer_by;
  return (
    <p aria-live="polite">
      {by == null ? 'Считаем, когда обещать ответ…' : `Скажите: ответим до ${momentText(by, today)}.`}
    </p>
  );
}
