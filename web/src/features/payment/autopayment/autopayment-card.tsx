import { useState } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, dayText, momentText, monthText, rubles } from '#web/lib/text/format.ts';
import { useRole } from '#web/shared/data/role.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button, ButtonRow, TextButton } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Fold, KeyValues, Line, Rows } from '#web/ui/text/rows.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State, type Tone } from '#web/ui/card/state.tsx';
import { AutopaymentConnect } from './autopayment-connect.tsx';
import { debtText, nextFacts, type Facts } from './autopayment.texts.ts';
import { AutopaymentDialog } from './autopayment-dialog.tsx';
import styles from './autopayment.module.css';
import { useAutopayment, useAutopaymentActions, type Autopayment } from './use-autopayment.ts';
import type { AccountKind } from '../ways/use-sbp.ts';

/** Automatic payments when the money runs out: the rule, the next charge, all attempts, and a button to switch off. */
export function AutopaymentCard({ p }: { p: AccountKind }) {
  const answer = useAutopayment(p);
  const { data } = answer;
  // Only the owner of the contract may consent to it.
  if (useRole() !== undefined) return null;
  if (data && !data.available && data.state === 'none' && data.attempts.length === 0) return null;
  return (
    <Card title="Автоплатёж" aside={data && <Mark {...data} />}>
      <Loaded
        answer={answer}
        failed="Не удалось загрузить автоплатёж."
        skeleton={<SkeletonRows label="Загружаем автоплатёж" count={1} tile={false} />}
      >
        {(autopayment) => <Body p={p} autopayment={autopayment} />}
      </Loaded>
    </Card>
  );
}

function Mark({ state, skipped, trouble }: Autopayment) {
  if (state === 'none') return null;
  if (state === 'connecting') return <State tone="wait">Ждём банк</State>;
  if (trouble !== null) return <State tone="bad">Не спишет</State>;
  return skipped === null ? (
    <State tone="ok" quiet>
      Работает
    </State>
  ) : (
    <State tone="wait" icon="circle-pause">
      Без списания за&nbsp;{monthText(skipped, dayOf(now()))}
    </State>
  );
}

interface BodyProps {
  p: AccountKind;
  autopayment: Autopayment;
}

function Body({ p, autopayment }: BodyProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.body}>
      <Content p={p} autopayment={autopayment} onSetUp={() => setOpen(true)} />
      <Attempts list={autopayment.attempts} />
      {isOpen && <AutopaymentDialog p={p} autopayment={autopayment} onClose={() => setOpen(false)} />}
    </div>
  );
}

function Content({ p, autopayment, onSetUp }: BodyProps & { onSetUp: () => void }) {
  const actions = useAutopaymentActions(p);
  if (autopayment.state === 'none') return <Offer autopayment={autopayment} onSetUp={onSetUp} />;
  if (autopayment.state === 'connecting') {
    return <AutopaymentConnect autopayment={autopayment} isBusy={actions.isBusy} onCancel={actions.off} />;
  }
  return <Working autopayment={autopayment} actions={actions} onSetUp={onSetUp} />;
}

interface OfferProps {
  autopayment: Autopayment;
  onSetUp: () => void;
}

const endings: Record<NonNullable<Autopayment['ended']>, string> = {
  off: 'Автоплатёж отключён, ничего не спишем.',
  refused: 'Вы отказались в банке, автоплатёж не подключён.',
  unsubscribed: 'Банк отвязал счёт, автоплатёж отключён.',
  expired: 'Подключение не подтвердили в банке вовремя.',
};

function Offer({ autopayment: { ended, available, offer }, onSetUp }: OfferProps) {
  const { next } = offer.chosen;
  return (
    <>
      {ended !== null && <p>{endings[ended]}</p>}
      {available && (
        <>
          <p className={styles.small}>
            Когда деньги заканчиваются, спишем недостающее через СБП. За&nbsp;сутки предупредим, больше вашего предела
            не&nbsp;возьмём.
          </p>
          {next && next.debt !== '0.00' && <p className={styles.small}>{debtText(next, dayOf(now()))}</p>}
          <Button wide look="soft" onClick={onSetUp}>
            {ended === null ? 'Настроить автоплатёж' : 'Подключить снова'}
          </Button>
        </>
      )}
    </>
  );
}

interface WorkingProps {
  autopayment: Autopayment;
  actions: ReturnType<typeof useAutopaymentActions>;
  onSetUp: () => void;
}

function Working({ autopayment, actions, onSetUp }: WorkingProps) {
  const { rule, next, skipped, attempts } = autopayment;
  const today = dayOf(now());
  const facts = factsOf(autopayment, today);
  const isUnderWay = attempts[0]?.state === 'waiting';
  return (
    <>
      <p>{rule?.sentence}</p>
      <Trouble {...autopayment} />
      {facts.some(Boolean) && (
        <div className={styles.facts}>
          <KeyValues list={facts} />
        </div>
      )}
      {skipped !== null && (
        <p className={styles.small}>
          За {monthText(skipped, today)} не спишем.{' '}
          <TextButton onClick={() => actions.skip(false)}>Всё-таки списать</TextButton>
        </p>
      )}
      <ButtonRow>
        <Button look="plain" size="sm" onClick={onSetUp}>
          Изменить правило
        </Button>
        {skipped === null && next && !isUnderWay && (
          <Button look="plain" size="sm" busy={actions.isBusy} onClick={() => actions.skip(true)}>
            Пропустить списание за&nbsp;{monthText(next.due_day, today)}
          </Button>
        )}
        <Button look="cut" size="sm" busy={actions.isBusy} onClick={actions.off}>
          Отключить
        </Button>
      </ButtonRow>
    </>
  );
}

/** Why it will not charge, or why it has not yet. */
function Trouble({ trouble, next, attempts: [last] }: Autopayment) {
  if (trouble !== null) {
    return (
      <Callout tone="wait" title="Списать не сможем.">
        {trouble}
      </Callout>
    );
  }
  if (!next || next.try === 1) return null;
  return (
    <Callout tone="wait" title="Банк пока не списал деньги.">
      {last?.text} Попробуем ещё раз {dayText(next.day, dayOf(now()))}.
    </Callout>
  );
}

function factsOf({ next, trouble, spent, skipped }: Autopayment, today: string): Facts {
  return [
    ...(next ? nextFacts('Следующее списание', next, today) : []),
    next === null &&
      trouble === null &&
      skipped === null &&
      (['Следующее списание', 'Денег хватает, списывать нечего'] as const),
    spent !== '0.00' && (['В этом месяце уже', rubles(spent)] as const),
  ];
}

const marks: Record<Autopayment['attempts'][number]['state'], readonly [tone: Tone, word: string]> = {
  waiting: ['wait', 'Ждём банк'],
  paid: ['ok', 'Пришло'],
  refused: ['bad', 'Отказ'],
  not_sent: ['off', 'Не списали'],
};

function Attempts({ list }: { list: Autopayment['attempts'] }) {
  if (list.length === 0) return null;
  const today = dayOf(now());
  return (
    <div className={styles.attempts}>
      <Fold title="Попытки списания">
        <Rows>
          {list.map(({ at, amount, state, text, try: number }) => (
            <Line
              key={at}
              title={`${rubles(amount)}${number > 1 ? `, ${number}-я попытка` : ''}`}
              value={
                <State tone={marks[state][0]} quiet={state === 'paid'}>
                  {marks[state][1]}
                </State>
              }
              note={`${momentText(at, today)}. ${text}`}
            />
          ))}
        </Rows>
      </Fold>
    </div>
  );
}
