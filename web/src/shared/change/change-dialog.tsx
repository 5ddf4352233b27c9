import { useState, type ReactNode } from 'react';
import { refusalOf } from '#web/api/refusal.ts';
import { keepTogether, rubles } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { unanswered } from '#web/lib/text/texts.ts';
import { isZero } from '#web/shared/money/account-sums.ts';
import { ChangeWarnings } from './change-warnings.tsx';
import { MoneyPreview, PayMissing, type ChangeSummary } from './money-preview.tsx';
import { PriceChange } from './price-change.tsx';
import type { ChangeCallbacks } from './use-change.ts';
import { Loaded, type LoadedQuery } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import styles from './change-dialog.module.css';

export type OnConfirm = (version: string, onLost: ChangeCallbacks['onLost']) => void;

interface ChangeDialogProps {
  /** The question: «Перейти на «Волга 500»?» */
  title: string;
  /** «Перейти»: the button adds the sum that is charged at once, or else `at`. */
  verb: string;
  /** «сейчас», «1 декабря»: the button says it when nothing is charged at once. */
  at?: string;
  /** It takes something away. */
  isCut?: boolean;
  /** «Не менять». */
  back: string;
  preview: LoadedQuery<ChangeSummary>;
  /** The name of the item that is switched; it is left out of the lists of consequences. */
  own?: string;
  today: string;
  isBusy: boolean;
  /** In debt a change charges nothing now, so missing money does not forbid it. */
  inDebt: boolean;
  /** The effect of the change while in debt. */
  debtNote?: string | undefined;
  /** Called with the version of the preview that was shown. */
  onConfirm: OnConfirm;
  onClose: () => void;
  /** Above the consequences: the choice of the time. */
  choice?: ReactNode;
  /** Below them: terms. */
  children?: ReactNode;
}

/** A change of the service with all its consequences, and one button: to confirm, or to pay the missing sum. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { title, back, inDebt, today, onConfirm, onClose, choice, children } = props;
  const preview = withoutOwn(props);
  const [decidedOn, setDecidedOn] = useState<string>();
  const [lost, setLost] = useState<Error>();
  const confirm = (version: string): void => {
    setDecidedOn(version);
    setLost(undefined);
    onConfirm(version, setLost);
  };
  const refusal = refusalOf(preview.error);
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          {lost && <LostReply failure={lost} />}
          <Way {...props} onConfirm={confirm} />
          <Button look="plain" onClick={onClose}>
            {back}
          </Button>
        </>
      }
    >
      {choice}
      <div className={styles.consequences} aria-live="polite">
        {refusal ? (
          <Callout tone="wait" title="Сейчас нельзя.">
            {readable(refusal.message, 'Спросите поддержку')}
          </Callout>
        ) : (
          <Loaded
            alone
            answer={preview}
            failed="Не удалось посчитать, сколько это стоит."
            skeleton={<SkeletonRows label="Считаем" count={3} tile={false} />}
          >
            {(told) => (
              <>
                {decidedOn !== undefined && told.version !== decidedOn && <NewDay />}
                <PriceChange told={told} inDebt={inDebt} today={today} />
                <Missing {...props} />
                <ChangeWarnings told={told} today={today} />
                {told.handed_over ? <HandedOver /> : <MoneyPreview told={told} today={today} />}
              </>
            )}
          </Loaded>
        )}
      </div>
      {children}
    </Dialog>
  );
}

/** Above the button that repeats it: a toast beside a dialog is not read out, and soon gone. */
const LostReply = ({ failure }: { failure: Error }) => (
  <div className={styles.lost}>
    <Callout tone="bad" role="alert" title={`${unanswered}.`}>
      {keepTogether(`${failure.message}: дважды ничего не выполнится.`)}
    </Callout>
  </div>
);

/** Replaces no-break spaces, so that names can be compared. */
const spaced = (name: string): string => name.replaceAll('\u00a0', ' ');

function withoutOwn({ preview, own }: ChangeDialogProps): LoadedQuery<ChangeSummary> {
  const { data, ...answer } = preview;
  if (own === undefined || data === undefined) return preview;
  const others = (names: readonly string[]) => names.filter((name) => spaced(name) !== spaced(own));
  return {
    ...answer,
    data: { ...data, switches_on: others(data.switches_on), switches_off: others(data.switches_off) },
  };
}

/** Shown when midnight passed before the decision: the dialog stays open with the figures of the new day. */
const NewDay = () => (
  <Callout tone="wait" title="Начался новый день.">
    Посчитали заново: проверьте суммы и&nbsp;подтвердите ещё раз.
  </Callout>
);

/** Another billing charges: what it will do, and when, is not known here. */
const HandedOver = () => (
  <Callout tone="wait" title="Решает оператор.">
    Передадим ему запрос, а&nbsp;ответ покажем здесь. До&nbsp;ответа ничего не&nbsp;изменится.
  </Callout>
);

const isMissing = ({ preview: { data } }: ChangeDialogProps): boolean => data !== undefined && !isZero(data.missing);

function Missing(props: ChangeDialogProps) {
  const { inDebt, debtNote = 'Изменим сейчас, а\u00a0заработает после оплаты.' } = props;
  if (!isMissing(props)) return null;
  return inDebt ? (
    <Callout tone="wait">{debtNote}</Callout>
  ) : (
    <Callout tone="wait" title="Не&nbsp;хватает денег.">
      Пополните счёт и&nbsp;вернитесь сюда: выбор сохраним.
    </Callout>
  );
}

/** A request to another billing takes nothing away yet. */
const lookOf = ({ isCut = false, preview: { data } }: ChangeDialogProps) =>
  isCut && data?.handed_over !== true ? 'cut' : 'solid';

function Way(props: Omit<ChangeDialogProps, 'onConfirm'> & { onConfirm: (version: string) => void }) {
  const { preview, verb, inDebt, isBusy, onConfirm } = props;
  const look = lookOf(props);
  if (preview.error || !preview.data) {
    return (
      <Button look={look} aria-disabled>
        {verb}
      </Button>
    );
  }
  const { missing, version } = preview.data;
  if (isMissing(props) && !inDebt) {
    return <PayMissing missing={missing} />;
  }
  return (
    <Button look={look} busy={isBusy} onClick={() => onConfirm(version)}>
      {verbOf(props, preview.data)}
    </Button>
  );
}

/** The button of what another billing is asked for. */
export const HAND_OVER = 'Передать оператору';

/** «Включить за 24 ₽», «Перейти 1 декабря»; «Приостановить за 50 ₽», too, where that costs. */
function verbOf(
  { verb, at }: ChangeDialogProps,
  { charge_now: sum, handed_over: isHandedOver }: ChangeSummary,
): string {
  if (isHandedOver) return HAND_OVER;
  if (!isZero(sum) && !sum.startsWith('-')) return `${verb} за\u00a0${rubles(sum)}`;
  return at === undefined ? verb : `${verb} ${at}`;
}
