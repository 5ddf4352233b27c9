import { useEffect, useState } from 'react';
import { fromWireMoney } from '@kabinet/contract/kernel/money';
import { ApiError } from '#web/api/api-error.ts';
import { contract } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, days as daysText, rubles } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Chips } from '#web/ui/field/choice.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { MoneyField } from '#web/ui/field/field.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { typedText, wireOf } from '../amount/amount.ts';
import { nextFacts } from './autopayment.texts.ts';
import styles from './autopayment.module.css';
import { useAgreeing, type Autopayment } from './use-autopayment.ts';
import type { AccountKind } from '../ways/use-sbp.ts';
import { useSettled } from '../ways/use-settled.ts';

interface DialogProps {
  p: AccountKind;
  autopayment: Autopayment;
  onClose: () => void;
}

const SETTLED_MS = 300;
const NOT_ASKED = { data: undefined, error: null } as const;

/** The choice, what is wrong with it, and the exact consent text for it. */
function useChoice(p: AccountKind, { offer }: Autopayment) {
  const [days, setDays] = useState(offer.chosen.days);
  const [text, setText] = useState(typedText(offer.chosen.ceiling));
  const least = useCall(contract.payment.expectedPrice, { query: { p } }).data?.smallest;
  const ceiling = ceilingOf(text, least);
  const asked = useSettled(ceiling, SETTLED_MS);
  const draft = useCall(
    contract.autopayment.get,
    { query: { p, days, ...(asked !== undefined && { ceiling: asked }) } },
    { enabled: asked !== undefined },
  );
  const { refetch } = draft;
  const answer = asked === ceiling ? draft : { ...NOT_ASKED, refetch };
  const wrong = ceiling === undefined ? unfitText(least) : refusedText(answer.error);
  return { days, setDays, text, setText, ceiling, answer, wrong };
}

/** The typed ceiling, if it is a sum that a charge can have. */
function ceilingOf(text: string, least: string | undefined): string | undefined {
  const typed = wireOf(text);
  const isEnough = typed !== undefined && (least === undefined || fromWireMoney(typed) >= fromWireMoney(least));
  return isEnough ? typed : undefined;
}

const unfitText = (least: string | undefined): string =>
  least === undefined ? 'Напишите сумму в\u00a0рублях' : `Напишите сумму от ${rubles(least)}`;

/** What the server has against the choice. */
const refusedText = (failure: Error | null): string | undefined =>
  failure instanceof ApiError && failure.code === 'autopayment_bad_choice' ? failure.message : undefined;

/** Closes the dialog before it is unmounted: a dialog removed while open does not restore the focus. */
function useClosing(onClosed: () => void) {
  const [open, setOpen] = useState(true);
  useEffect(() => {
    if (!open) onClosed();
  }, [open, onClosed]);
  return { open, close: () => setOpen(false) };
}

/** The rule as a sentence with choices, and the exact consent text. Nothing is charged now. */
export function AutopaymentDialog({ p, autopayment, onClose }: DialogProps) {
  const { open, close } = useClosing(onClose);
  const choice = useChoice(p, autopayment);
  const { days, ceiling, answer, wrong } = choice;
  const consent = answer.data?.offer.consent;
  const agreeing = useAgreeing();
  const isNew = autopayment.state !== 'active';
  const agree = (): void => {
    if (ceiling === undefined || !consent) return;
    agreeing.mutate(
      { body: { p, days, ceiling, consent: consent.version } },
      {
        onSuccess: () => {
          if (!isNew) saySuccess('Правило изменено', 'Действует со следующего списания');
          close();
        },
        onError: (failure) => sayError(undefined, readable(failure.message, 'Не получилось. Повторите через минуту')),
      },
    );
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={isNew ? 'Подключить автоплатёж?' : 'Изменить автоплатёж?'}
      actions={
        <>
          <Button busy={agreeing.isPending} aria-disabled={!consent} onClick={agree}>
            {isNew ? 'Согласиться и подключить' : 'Согласиться и изменить'}
          </Button>
          <Button look="plain" onClick={close}>
            {isNew ? 'Не подключать' : 'Не менять'}
          </Button>
        </>
      }
    >
      <Choices {...choice} offer={autopayment.offer} />
      {wrong === undefined && (
        <Loaded answer={answer} alone failed="Не удалось посчитать первое списание." skeleton={<Told />}>
          {({ offer }) => <Told offer={offer} />}
        </Loaded>
      )}
    </Dialog>
  );
}

type ChoicesProps = ReturnType<typeof useChoice> & Pick<Autopayment, 'offer'>;

function Choices({ offer, days, setDays, text, setText, ceiling, wrong }: ChoicesProps) {
  return (
    <>
      <div className={styles.choice}>
        <p>Когда денег останется меньше чем на</p>
        <Chips
          label="Меньше чем на сколько дней"
          options={offer.days.map((count) => ({ value: String(count), text: daysText(count) }))}
          value={String(days)}
          onChange={(value) => setDays(Number(value))}
        />
      </div>
      <div className={styles.choice}>
        <p>Спишем недостающее, но за месяц не&nbsp;больше</p>
        <Chips
          label="Предел за месяц"
          options={offer.ceilings.map((sum) => ({ value: sum, text: rubles(sum) }))}
          value={ceiling}
          onChange={(sum) => setText(typedText(sum))}
        />
        <MoneyField label="Другой предел" error={wrong} value={text} onChange={setText} />
      </div>
    </>
  );
}

/** What is agreed to; undefined while it is counted. */
const Told = ({ offer }: { offer?: Autopayment['offer'] }) => (
  <>
    <Ahead chosen={offer?.chosen} />
    <Consent text={offer?.consent.text} />
  </>
);

/** The result of the choice: the next charge, or why there will be none. */
function Ahead({ chosen }: { chosen: Autopayment['offer']['chosen'] | undefined }) {
  const today = dayOf(now());
  if (!chosen) return <SkeletonRows label="Считаем первое списание" count={1} tile={false} />;
  if (chosen.trouble !== null) {
    return (
      <Callout tone="wait" role="status" title="Списать не сможем.">
        {chosen.trouble}
      </Callout>
    );
  }
  return (
    <KeyValues
      list={
        chosen.next
          ? nextFacts('Ближайшее списание', chosen.next, today)
          : [['Ближайшее списание', 'Денег хватает, списывать нечего']]
      }
    />
  );
}

function Consent({ text }: { text: string | undefined }) {
  return (
    <div className={styles.consent} aria-live="polite">
      <h3>Ваше согласие</h3>
      {text === undefined ? <SkeletonRows label="Готовим текст согласия" count={2} tile={false} /> : <p>{text}</p>}
    </div>
  );
}
