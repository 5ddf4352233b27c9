import { contractNo } from '#web/lib/text/contract-no.ts';
import { dayText, keepTogether, momentText, rubles } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { sending } from '#web/lib/text/texts.ts';
import { Money } from '#web/ui/text/money.tsx';
import type { OpenedContract } from './connect-data.ts';
import type { ConnectDraft } from './draft.ts';
import type { useConnect } from './use-connect.ts';
import { laterText } from './connect.texts.ts';
import styles from './connect.module.css';

interface TotalProps {
  connect: ReturnType<typeof useConnect>;
  today: string;
}

/** What the contract costs first, when, and what is done by the button. */
export function TotalPanel({ connect, today }: TotalProps) {
  const { told, isCounting, isSending, draft } = connect;
  const wrong = wrongOf(connect);
  return (
    <div className={styles.stick}>
      <section className={styles.takes} aria-label="Первое списание" aria-busy={isCounting}>
        <First charge={told?.charges[0]} today={today} />
        <button type="submit" className={styles.go} disabled={isSending}>
          {isSending ? sending : 'Открыть договор'} <kbd>Alt ↵</kbd>
        </button>
        <p className={styles.fine}>
          {told
            ? `${laterText(told)} Списания начнутся, когда мастер подключит. Без денег на счёте услуги не включатся.`
            : 'Посчитаем, когда будут адрес, имя и тариф.'}
        </p>
      </section>
      {wrong !== undefined && (
        <p className={styles.refused} role="alert">
          {wrong}.
        </p>
      )}
      {told && <WhatHappens told={told} draft={draft} today={today} />}
    </div>
  );
}

/** What no field says of itself. */
function wrongOf({ unsaid, refused, error, errors }: TotalProps['connect']): string | undefined {
  const failure = errors.printed === undefined ? (refused ?? error) : undefined;
  return unsaid ?? (failure ? readable(failure.message, 'Не получилось. Повторите') : undefined);
}

function First({ charge, today }: { charge: OpenedContract['charges'][number] | undefined; today: string }) {
  if (!charge) {
    return (
      <div>
        <h2>Первое списание</h2>
        <p className={styles.sum}>—</p>
      </div>
    );
  }
  return (
    <>
      <div>
        <h2>Спишем {dayText(charge.day, today)}</h2>
        <p className={styles.sum}>
          <Money value={charge.amount} size="xl" />
        </p>
      </div>
      <dl className={styles.sums}>
        {charge.parts.map(({ text, amount }) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd>{rubles(amount)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

interface HappensProps {
  told: OpenedContract;
  draft: ConnectDraft;
  today: string;
}

/** What the button does besides. */
function WhatHappens({ told, draft: { request, phone }, today }: HappensProps) {
  return (
    <section aria-label="Что произойдёт">
      <h2>Что произойдёт</h2>
      <ul className={styles.todo}>
        <li>
          {keepTogether(`Договор ${contractNo(told)}, счёт ${told.account_no}`)}
          <small>если номер до этого не займут</small>
        </li>
        {told.visit && (
          <li>
            Визит {momentText(told.visit.from, today)}
            <small>{told.visit.master} увидит адрес и услуги</small>
          </li>
        )}
        {phone.trim() !== '' && <li>Код для входа уйдёт на телефон</li>}
        {request !== undefined && <li>Заявка {request} закроется</li>}
        <li>
          Памятка на печать
          <small>пароль одноразовый, на трое суток</small>
        </li>
      </ul>
    </section>
  );
}
