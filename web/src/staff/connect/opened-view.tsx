import { useEffect, useState } from 'react';
import { contractNo } from '#web/lib/text/contract-no.ts';
import { dayText, momentText, phone as phoneText, rubles } from '#web/lib/text/format.ts';
import { useProvider } from '#web/lib/page/provider.ts';
import { Button, LinkButton } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { ContactCodeForm } from '../actions/contact-dialog.tsx';
import { useMay, useMe } from '../api/me.ts';
import { useStaffKeys } from '../lib/staff-keys.ts';
import { PaperDialog } from '../papers/paper-dialog.tsx';
import { Paper } from '../look/paper.tsx';
import { Part, PlaneHead, Split } from '../look/plane.tsx';
import type { OpenedContract } from './connect-data.ts';
import styles from './connect.module.css';
import { LoginSlip } from './login-slip.tsx';

interface OpenedProps {
  opened: OpenedContract;
  today: string;
  onNext: () => void;
}

/** The contract is there: the slip to print, the code of the phone, the money. */
export function OpenedView({ opened, today, onNext }: OpenedProps) {
  const { provider: seller } = useMe();
  const { support_phones: phones } = useProvider();
  const mayTake = useMay('cash take');
  const [isPrinting, setPrinting] = useState(false);
  const print = (): void => setPrinting(true);
  // What was done is read first.
  useEffect(() => document.querySelector<HTMLElement>('main h1')?.focus(), []);
  useStaffKeys({ 'alt KeyP': print, 'alt Enter': print }, { first: true });
  const support = phones[0]?.phone;
  const slip = <LoginSlip opened={opened} seller={seller} support={support && phoneText(support)} today={today} />;
  const [first] = opened.charges;
  return (
    <>
      <PlaneHead
        title={`Договор ${contractNo(opened)} открыт`}
        lead={
          opened.visit
            ? `${opened.visit.master} придёт ${momentText(opened.visit.from, today)}. Отдайте памятку.`
            : 'Мастера пока не назначили. Отдайте памятку.'
        }
        actions={
          <>
            <Button onClick={print}>
              Напечатать памятку <kbd>Alt P</kbd>
            </Button>
            {mayTake && first && (
              <LinkButton look="soft" to={`/cash?contract=${opened.contract_id}&sum=${first.amount}`}>
                {`Принять ${rubles(first.amount)}`}
              </LinkButton>
            )}
            <LinkButton look="plain" to={`/contracts/${opened.contract_id}`}>
              Карточка
            </LinkButton>
            <Button look="plain" onClick={onNext}>
              Следующий договор
            </Button>
          </>
        }
      />
      <Split>
        <Part title="Памятка">
          <p className={styles.muted}>Пароль показываем один раз: после печати его не увидит никто.</p>
          {slip}
        </Part>
        <div>
          <PhonePart opened={opened} />
          <DocumentPart opened={opened} />
          <Part title="Услуги">
            <ul className={styles.todo}>
              {opened.services.map(({ user_id: id, name, plan, price }) => (
                <li key={id}>
                  {name} «{plan}», {rubles(price)}
                  <small>{first ? `спишем с ${dayText(first.day, today)}` : 'ждёт мастера'}</small>
                </li>
              ))}
            </ul>
          </Part>
        </div>
      </Split>
      {isPrinting && (
        <Paper sheet="card" onDone={() => setPrinting(false)}>
          {slip}
        </Paper>
      )}
    </>
  );
}

/** The document of whoever sits before the desk; it can be entered later, from the card. */
function DocumentPart({ opened: { contract_id: contractId } }: Pick<OpenedProps, 'opened'>) {
  const mayEnter = useMay('contract document');
  const [state, setState] = useState<'none' | 'asked' | 'entered'>('none');
  if (!mayEnter) return null;
  return (
    <Part title="Документ">
      {state === 'entered' ? (
        <Callout tone="ok" role="status" title="Документ внесён.">
          Храним зашифрованным.
        </Callout>
      ) : (
        <Button look="soft" onClick={() => setState('asked')}>
          Внести паспорт или реквизиты
        </Button>
      )}
      {state === 'asked' && (
        <PaperDialog
          contractId={contractId}
          onDone={() => setState('entered')}
          onClose={() => setState((now) => (now === 'asked' ? 'none' : now))}
        />
      )}
    </Part>
  );
}

/** The code that has gone to the phone: with the client before the desk it takes a moment. */
function PhonePart({ opened: { contact, contract_id: contractId } }: Pick<OpenedProps, 'opened'>) {
  const [isConfirmed, setConfirmed] = useState(false);
  if (!contact) return null;
  return (
    <Part title="Телефон абонента">
      {isConfirmed ? (
        <Callout tone="ok" role="status" title="Телефон подтверждён.">
          По нему можно войти и получить чек.
        </Callout>
      ) : (
        <ContactCodeForm isFirst contractId={contractId} sent={contact} onClose={() => setConfirmed(true)} />
      )}
    </Part>
  );
}
