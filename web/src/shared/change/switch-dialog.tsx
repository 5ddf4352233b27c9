import type { ReactNode } from 'react';
import { dayText, keepTogether } from '#web/lib/text/format.ts';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { ChangeDialog, HAND_OVER, type OnConfirm } from './change-dialog.tsx';
import styles from './change-dialog.module.css';
import { doneText, type ChangeSummary } from './money-preview.tsx';
import type { LoadedQuery } from '#web/shared/page/loaded.tsx';
import type { Control } from './switch.texts.ts';
import type { ChangeCallbacks } from './use-change.ts';

interface Switched {
  name: string;
  control: Control;
}

/** «Включить «Кино»?» and «Включили «Кино»». */
export type OnWords = readonly [verb: string, done: string];
const ON: OnWords = ['Включить', 'Включили'];

interface SwitchDialogProps<T extends ChangeSummary> {
  what: Switched;
  status: 'on' | 'off';
  /** The words for switching it on. */
  on?: OnWords | undefined;
  preview: LoadedQuery<T>;
  isBusy: boolean;
  inDebt: boolean;
  today: string;
  /** Makes the change with the version that was shown. */
  change: (version: string, then: ChangeCallbacks<T>) => void;
  onDone?: (told: T) => void;
  onClose: () => void;
  /** The terms that the client agrees to by switching on; empty when there are none. */
  terms?: ReactNode;
  /** More information before the change. */
  children?: ReactNode;
}

/** Switches something on or off: its price now and later, its first day, and the terms that the client agrees to. */
export function SwitchDialog<T extends ChangeSummary>(props: SwitchDialogProps<T>) {
  const { what, status, on = ON, preview, isBusy, inDebt, today, change, onDone, onClose, terms, children } = props;
  const words = wordsOf(what, status, on);
  const lastsTo = lastsToOf(props);
  const onConfirm: OnConfirm = (version, onLost) =>
    change(version, {
      onDone: (told) => {
        const [title, text] = toastOf(props, told);
        saySuccess(title, text);
        onClose();
        onDone?.(told);
      },
      onRefused: onClose,
      onLost,
    });
  return (
    <ChangeDialog
      title={words.title}
      verb={words.verb}
      isCut={status === 'off'}
      {...(lastsTo !== undefined && { at: dayText(lastsTo, today) })}
      back="Не менять"
      preview={preview}
      own={what.name}
      today={today}
      isBusy={isBusy}
      inDebt={inDebt}
      debtNote={debtNotes[status]}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {lastsTo !== undefined && (
        <p className={styles.note}>{keepTogether(`Оплачена до конца периода, отключим ${dayText(lastsTo, today)}.`)}</p>
      )}
      {children}
      {status === 'on' && terms && (
        <div className={styles.terms}>
          <p
            className={styles.note}
          >{`Нажимая «${preview.data?.handed_over ? HAND_OVER : words.verb}», вы соглашаетесь с\u00a0условиями.`}</p>
          {terms}
        </div>
      )}
    </ChangeDialog>
  );
}

type SwitchQuestion = Pick<SwitchDialogProps<ChangeSummary>, 'what' | 'status' | 'preview' | 'today'>;

/** The day on which something paid for ends, if that is not today. */
function lastsToOf({ what, status, preview: { data }, today }: SwitchQuestion): string | undefined {
  if (status === 'on' || what.control.status === 'on_pending') return undefined;
  return data?.from === today ? undefined : data?.from;
}

const debtNotes = { on: undefined, off: 'Отключим сейчас, остальное заработает после оплаты.' } as const;

/** The question and its verb; cancelling a planned switch has other words. */
function wordsOf({ name, control }: Switched, status: 'on' | 'off', [verb]: OnWords) {
  if (status === 'off') {
    return control.status === 'on_pending'
      ? { title: `Не включать «${name}»?`, verb: 'Не включать' }
      : { title: `Отключить «${name}»?`, verb: 'Отключить' };
  }
  return control.status === 'off_pending'
    ? { title: `Оставить «${name}»?`, verb: 'Оставить' }
    : { title: `${verb} «${name}»?`, verb };
}

type ToastWords = readonly [title: string, text: string];

function toastOf<T extends ChangeSummary>({ what, status, on = ON, today }: SwitchDialogProps<T>, told: T): ToastWords {
  if (told.handed_over) return ['Передали оператору', keepTogether(`«${what.name}». Ответ покажем здесь`)];
  return status === 'on' ? onText(what, on, told) : offText(what, told, today);
}

const onText = ({ name, control }: Switched, [, done]: OnWords, told: ChangeSummary): ToastWords =>
  control.status === 'off_pending'
    ? [`Оставили «${name}»`, 'Будет работать дальше']
    : [`${done} «${name}»`, doneText(told)];

function offText({ name, control }: Switched, told: ChangeSummary, today: string): ToastWords {
  if (control.status === 'on_pending') return [`Не включим «${name}»`, doneText(told)];
  return told.from === today
    ? [`Отключили «${name}»`, doneText(told)]
    : [`Отключим «${name}»`, keepTogether(`Работает до ${dayText(told.from, today)}`)];
}
