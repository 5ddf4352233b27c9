import { useState, type ReactNode } from 'react';
import { dayText, rubles, keepTogether } from '#web/lib/text/format.ts';
import { ChangeDialog, type OnConfirm } from '#web/shared/change/change-dialog.tsx';
import { useKept, type ChangeWhen } from '#web/shared/change/decision.ts';
import { doneText, nowText, type ChangeSummary } from '#web/shared/change/money-preview.tsx';
import { kindOf } from '#web/shared/service/text/service-state.tsx';
import { kindForms } from '#web/shared/service/text/service.texts.ts';
import { isZero, payFor } from '#web/shared/money/account-sums.ts';
import { priceText, undoUntilText } from '#web/shared/money/price.texts.ts';
import { Chips } from '#web/ui/field/choice.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import type { Owner, PlanOptions } from './use-options.ts';
import { usePlanChange, usePlanPreview } from './use-plan.ts';

interface PlanDialogProps {
  user: Owner;
  options: PlanOptions;
  /** The new plan. */
  plan: Pick<PlanOptions['plans'][number], 'plan_id' | 'name'>;
  /** The possible times, «now» and «from the next period»; the first is selected. */
  times: readonly ChangeWhen[];
  /** An undo: restores the previous plan. */
  isUndo?: boolean;
  inDebt: boolean;
  today: string;
  onDone: () => void;
  onClose: () => void;
  /** What else the new plan changes: channels that come and go. */
  children?: ReactNode;
}

/** Asks for «now» or «from the next period», and previews the cost of each. */
export function PlanDialog(props: PlanDialogProps) {
  const { user, options, plan, times, isUndo = false, inDebt, today, onDone, onClose, children } = props;
  const [when, setWhen] = useState<ChangeWhen>(times[0] ?? 'now');
  const asked = { user_id: user.user_id, plan_id: plan.plan_id };
  const previews = usePreviews(asked, times);
  const { change, isPending } = usePlanChange(user);
  useKept({ plan: plan.plan_id, when });
  const from = options.next_period ?? today;
  const onConfirm: OnConfirm = (version, onLost) =>
    change(
      { ...asked, when, version },
      {
        onDone: (told) => {
          const [title, text] = toastOf(plan.name, when, told, { today, isUndo });
          saySuccess(title, text);
          onClose();
          onDone();
        },
        onRefused: onClose,
        onLost,
      },
    );
  const words: Record<ChangeWhen, string> = { now: 'Сейчас', next_period: `С\u00a0${dayText(from, today)}` };
  return (
    <ChangeDialog
      title={keepTogether(isUndo ? `Вернуть «${plan.name}»?` : `Перейти на «${plan.name}»?`)}
      {...buttonOf(when, isUndo, dayText(from, today))}
      back="Не менять"
      preview={previews[when]}
      today={today}
      isBusy={isPending}
      inDebt={inDebt}
      debtNote={keepTogether(`Тариф сменим сейчас, ${kindForms[kindOf(user.user_type)].object} включим после оплаты.`)}
      onConfirm={onConfirm}
      onClose={onClose}
      choice={
        times.length > 1 && (
          <Chips
            tall
            label="Когда перейти"
            value={when}
            onChange={setWhen}
            options={times.map((value) => {
              const { data } = previews[value];
              return { value, text: words[value], note: data ? noteOf(data, inDebt, today) : 'считаем…' };
            })}
          />
        )
      }
    >
      {children}
    </ChangeDialog>
  );
}

/** The charge today, or on the first day of the plan; in debt, what is to be paid. */
function noteOf(told: ChangeSummary, inDebt: boolean, today: string): string {
  const { from, charge_next: next, missing, price, handed_over: isHandedOver } = told;
  if (inDebt && !isZero(missing)) return `к\u00a0оплате ${rubles(payFor(missing))}`;
  if (from === today && !isHandedOver) return nowText(told);
  if (next?.day === from) return `спишем ${rubles(next.amount)}`;
  return price.will === null ? '' : priceText({ price: price.will.amount, unit: price.will.unit });
}

/** What the change costs at each of the possible times. */
function usePreviews(asked: { user_id: number; plan_id: number }, times: readonly ChangeWhen[]) {
  return {
    now: usePlanPreview({ ...asked, when: times.includes('now') ? 'now' : 'next_period' }),
    next_period: usePlanPreview({ ...asked, when: times.includes('next_period') ? 'next_period' : 'now' }),
  };
}

function buttonOf(when: ChangeWhen, isUndo: boolean, from: string): { verb: string; at?: string } {
  if (isUndo) return { verb: 'Вернуть прежний тариф' };
  return { verb: 'Перейти', at: when === 'now' ? 'сейчас' : from };
}

type ToastWords = readonly [title: string, text: string];

interface Circumstances {
  today: string;
  isUndo: boolean;
}

function toastOf(name: string, when: ChangeWhen, told: ChangeSummary, { today, isUndo }: Circumstances): ToastWords {
  if (told.handed_over) return ['Передали оператору', keepTogether(`Переход на «${name}». Ответ покажем здесь`)];
  if (when === 'next_period')
    return ['Смена запланирована', keepTogether(`С ${dayText(told.from, today)} — «${name}»`)];
  const money = doneText(told);
  if (isUndo) return ['Вернули прежний тариф', `«${name}». ${money}`];
  if (told.undo_until === null) return [`Теперь «${name}»`, money];
  return [
    `Теперь «${name}»`,
    `${money}. Передумаете — вернём без\u00a0потерь ${undoUntilText(told.undo_until, today)}`,
  ];
}
