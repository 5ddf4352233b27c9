import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { contractNo } from '#web/lib/text/contract-no.ts';
import { dayOf, momentText } from '#web/lib/text/format.ts';
import { errorLoad } from '#web/lib/text/texts.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Button, LinkButton } from '#web/ui/button/button.tsx';
import { Empty, ErrorBlock } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Field } from '#web/ui/field/field.tsx';
import { Unbroken } from '#web/ui/text/unbroken.tsx';
import { useMay } from '../api/me.ts';
import { useStaffKeys } from '../lib/staff-keys.ts';
import { Inset, PlaneHead } from '../look/plane.tsx';
import styles from './cash.module.css';
import { payerAnswer } from './cash.texts.ts';
import { usePayer, type DeskView, type NamedPayer, type Payer, type PayingAccount } from './cash-data.ts';
import { SbpPanel } from './sbp-panel.tsx';
import { SumPart } from './sum-part.tsx';
import { TakePanel } from './take-panel.tsx';
import type { useAttempt } from './use-attempt.ts';
import { useDeskSbp } from './use-desk-sbp.ts';
import { useTill } from './use-till.ts';

type Attempting = ReturnType<typeof useAttempt>;

interface TillProps {
  named: NamedPayer;
  register: DeskView['register'];
  attempt: Attempting;
  /** Whether a bank is connected that takes payments by SBP. */
  hasSbp: boolean;
  onLeave: () => void;
}

/** The payment of one payer, from his debt to the solid button. */
export function Till({ named, register, hasSbp, attempt, onLeave }: TillProps) {
  const { data: payer, error, refetch } = usePayer(named);
  const first = payer?.accounts[0];
  if (payer && first)
    return <TillForm key={payer.contract_id} {...{ payer, first, named, register, hasSbp, attempt, onLeave }} />;
  if (payer)
    return (
      <Inset>
        <Empty icon="wallet" title="Счёта у договора нет" action={<Other onLeave={onLeave} />}>
          Деньги принять некуда.
        </Empty>
      </Inset>
    );
  return (
    <div className={styles.wait}>
      {error ? (
        <ErrorBlock alone title="Плательщик не открылся." onRetry={() => void refetch()}>
          {readable(error.message, errorLoad)}. <Other onLeave={onLeave} />
        </ErrorBlock>
      ) : (
        <SkeletonRows label="Открываем плательщика" count={4} />
      )}
    </div>
  );
}

const Other = ({ onLeave }: { onLeave: () => void }) => (
  <Button look="plain" onClick={onLeave}>
    Другой плательщик <kbd>Esc</kbd>
  </Button>
);

interface FormProps extends TillProps {
  payer: Payer;
  first: PayingAccount;
}

type Way = 'cash' | 'sbp';
const WAYS: Readonly<Record<Way, string>> = { cash: 'Наличные', sbp: 'СБП' };

function TillForm({ payer, first, named, register, hasSbp, attempt, onLeave }: FormProps) {
  const till = useTill(payer, first, named.sum, register);
  const [way, setWay] = useState<Way>('cash');
  const sbp = useDeskSbp();
  // A code that somebody may be paying just now is taken back first.
  const choose = (next: Way): void => setWay(sbp.code ? 'sbp' : next);
  const other = (): void => choose(way === 'cash' ? 'sbp' : 'cash');
  const sumField = useRef<HTMLDivElement>(null);
  const mayOpen = useMay('card');
  const today = dayOf(now());
  useEffect(() => sumField.current?.querySelector('input')?.select(), []);
  const preset = (index: number) => () => till.preset(index);
  useStaffKeys(
    {
      'alt Digit1': preset(0),
      'alt Digit2': preset(1),
      'alt Digit3': preset(2),
      Escape: onLeave,
      F2: onLeave,
      F8: other,
    },
    { first: true },
  );
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (way === 'sbp') {
      if (till.sum !== undefined && hasSbp) sbp.order(till.account.account_no, till.sum);
      return;
    }
    const payment = till.payment();
    if (payment) attempt.take(payment);
  };
  return (
    <>
      <PlaneHead
        title={`${payer.name}: ${payerAnswer(payer)}`}
        lead={<Unbroken text={leadOf(payer, today)} />}
        actions={
          <>
            {mayOpen && (
              <LinkButton to={`/contracts/${payer.contract_id}`} look="plain">
                Карточка
              </LinkButton>
            )}
            <Other onLeave={onLeave} />
          </>
        }
      />
      <form className={styles.till} noValidate method="post" onSubmit={submit}>
        <div>
          <SumPart
            today={today}
            accounts={payer.accounts}
            account={till.account}
            onAccount={till.choose}
            text={till.text}
            onType={till.type}
            error={till.wrong.sum}
            field={sumField}
            way={<HowPaid way={way} onChoose={choose} />}
          />
          {way === 'cash' && till.needsNumber && (
            <div className={styles.number}>
              <Field
                label={register === 'silent' ? 'Номер чека с запасной кассы' : 'Номер чека'}
                value={till.receipt}
                onChange={({ target }) => till.setReceipt(target.value)}
                hint="Пробейте чек на кассовом аппарате: без чека наличные не принимают"
                error={till.wrong.receipt}
              />
            </div>
          )}
        </div>
        {way === 'sbp' ? (
          <SbpPanel
            contractId={payer.contract_id}
            kind={till.account.kind}
            sum={till.sum}
            sbp={sbp}
            impossible={hasSbp ? undefined : 'СБП не подключена: возьмите наличные или пошлите ссылку.'}
            onNext={onLeave}
          />
        ) : (
          <TakePanel
            kind={till.account.kind}
            sum={till.sum}
            given={till.given}
            onGiven={till.setGiven}
            isSending={attempt.state.step === 'sending'}
            held={attempt.state.step === 'unknown' ? 'Сначала узнаем, что стало с прошлым платежом.' : undefined}
          />
        )}
      </form>
    </>
  );
}

const HowPaid = ({ way, onChoose }: { way: Way; onChoose: (way: Way) => void }) => (
  <div className={styles.sumHead}>
    <h2>
      Как платит <kbd aria-hidden="true">F8</kbd>
    </h2>
    <div className={styles.segment} role="group" aria-label="Как платит">
      {(['cash', 'sbp'] as const).map((one) => (
        <button key={one} type="button" aria-pressed={one === way} onClick={() => onChoose(one)}>
          {WAYS[one]}
        </button>
      ))}
    </div>
  </div>
);

function leadOf(payer: Payer, today: string): string {
  const { address, accounts } = payer;
  const off = accounts.filter(({ off_since: since }) => since !== null);
  const words = off.flatMap(({ off: names, off_since: since }) =>
    since === null || names.length === 0 ? [] : `${names.join(', ')}: отключено с ${momentText(since, today)}`,
  );
  return [`Договор ${contractNo(payer)}, ${address}`, ...words].join('. ') + '.';
}
