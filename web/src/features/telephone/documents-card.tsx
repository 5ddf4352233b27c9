import { contract, type Wire } from '#web/api/contract.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { momentText, monthText } from '#web/lib/text/format.ts';
import { ContactCard } from '#web/shared/contact/contact-card.tsx';
import { DOCUMENTS, timesOf } from '#web/shared/contact/contact-kinds.ts';
import { useRole } from '#web/shared/data/role.ts';
import { LoadedCard } from '#web/shared/page/loaded.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Address } from '#web/ui/text/address.tsx';
import { Switch } from '#web/ui/field/choice.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import styles from './documents-card.module.css';

type Documents = Wire<typeof contract.telephone.emailSettings>;

/** The address of telephone documents, which of them are sent, and when. */
export function DocumentsCard({ today }: { today: string }) {
  const answer = useCall(contract.telephone.emailSettings, {});
  const isOwn = useRole() === undefined;
  const set = useAction(contract.telephone.setEmail);
  const activate = useAction(contract.telephone.activateEmail);
  return (
    <LoadedCard
      title={DOCUMENTS.title}
      answer={answer}
      failed="Не удалось загрузить адрес для документов."
      skeleton={<SkeletonRows label="Загружаем адрес для документов" count={2} />}
    >
      {(documents) =>
        isOwn ? (
          <ContactCard
            kind={DOCUMENTS}
            contact={{
              active: documents.is_active ? (documents.email ?? undefined) : undefined,
              waiting: documents.waiting
                ? { address: documents.waiting.email, ...timesOf(documents.waiting) }
                : undefined,
            }}
            isBusy={set.isPending || activate.isPending}
            onSet={(email, then) => set.mutate({ body: { email } }, then)}
            onCode={(code, then) => activate.mutate({ body: { code } }, then)}
            onLost={() => void answer.refetch()}
          >
            {documents.is_active && <Choice documents={documents} today={today} />}
          </ContactCard>
        ) : (
          <Card title={DOCUMENTS.title}>
            <OthersAddress documents={documents} />
            {documents.is_active && <Choice documents={documents} today={today} />}
          </Card>
        )
      }
    </LoadedCard>
  );
}

/** To somebody who has access to the contract: documents would go on to his address after he has lost it. */
const OthersAddress = ({ documents: { is_active, email } }: { documents: Documents }) => (
  <p className={styles.when}>
    {is_active && email !== null ? (
      <>
        Приходят на&nbsp;<Address>{email}</Address>. Сменить адрес может только владелец договора.
      </>
    ) : (
      'Адреса ещё нет. Указать его может только владелец договора.'
    )}
  </p>
);

function Choice({ documents, today }: { documents: Documents; today: string }) {
  const choose = useAction(contract.telephone.setEmailPackage);
  const { sends_invoice, sends_calls, send_day: day, last_invoice, last_calls } = documents;
  const send = (change: Partial<Pick<Documents, 'sends_invoice' | 'sends_calls'>>) =>
    choose.mutate(
      { body: { sends_invoice, sends_calls, ...change } },
      { onError: (failure) => sayError(failure, 'Не получилось. Повторите через минуту') },
    );
  const isBusy = choose.isPending;
  return (
    <div className={styles.choice}>
      <div className={styles.line}>
        <span>
          <b>Счёт</b>
          <small>Выписка по счёту за месяц. {lastText(last_invoice, today)}</small>
        </span>
        <Switch label="Счёт" on={sends_invoice} locked={isBusy} onChange={(on) => send({ sends_invoice: on })} />
      </div>
      <div className={styles.line}>
        <span>
          <b>Детализация звонков</b>
          <small>
            Список для печати и таблица, если звонки были. Номера собеседников скрыты. {lastText(last_calls, today)}
          </small>
        </span>
        <Switch
          label="Детализация звонков"
          on={sends_calls}
          locked={isBusy}
          onChange={(on) => send({ sends_calls: on })}
        />
      </div>
      <p className={styles.when}>{whenText(documents, day)}</p>
    </div>
  );
}

const whenText = ({ sends_invoice, sends_calls }: Documents, day: number): string =>
  sends_invoice || sends_calls
    ? `За\u00a0прошлый месяц отправляем начиная с\u00a0${day}-го числа. Бесплатно.`
    : 'Оба документа выключены, письма не\u00a0приходят.';

const lastText = (last: Documents['last_invoice'], today: string): string =>
  last === null ? '' : `Последний раз: за\u00a0${monthText(last.period, today)}, ${momentText(last.sent_at, today)}.`;
