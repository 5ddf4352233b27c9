import { useState } from 'react';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { canSendAnyCode } from '#web/shared/contact/code-ways.ts';
import { FirstContact } from '#web/shared/contact/contact-card.tsx';
import { EMAIL, PHONE, timesOf } from '#web/shared/contact/contact-kinds.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { TextButton } from '#web/ui/button/button.tsx';
import { Card, Columns, Stack } from '#web/ui/card/card.tsx';
import { Rows } from '#web/ui/text/rows.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { ChatCards } from './chat-part.tsx';
import { AddContactDialog } from './add-contact-dialog.tsx';
import { ChangeContactDialog } from './change-contact-dialog.tsx';
import { FurtherRow } from '../further-row.tsx';
import { PushCard } from '../notices/notices-push.tsx';
import { PartSkeleton } from '../part-skeleton.tsx';
import styles from '../settings.module.css';

type Further = Wire<typeof contract.notice.contacts>['contacts'][number];

const TITLE = 'Контакты договора';

/** The phones and the e-mails of the contract, and the chat. */
export function ContactsPart() {
  const answer = useCall(contract.notice.contacts, {});
  return (
    <Columns>
      <Loaded
        title={TITLE}
        answer={answer}
        failed="Не удалось загрузить контакты."
        skeleton={<PartSkeleton title={TITLE} />}
      >
        {(listed) => <Contacts listed={listed} onLost={() => void answer.refetch()} />}
      </Loaded>
      <Stack>
        <ChatCards />
        <PushCard />
      </Stack>
    </Columns>
  );
}

interface ContactsProps {
  listed: Wire<typeof contract.notice.contacts>;
  onLost: () => void;
}

/** Those that wait for a code come first. */
function Contacts({ listed, onLost }: ContactsProps) {
  const [isAdding, setAdding] = useState(false);
  const [changing, setChanging] = useState<Further>();
  const { contacts, roles, left, most } = listed;
  const rowsOf = (which: (contact: Further) => boolean) =>
    contacts
      .filter(which)
      .map((contact) => (
        <FurtherRow key={contact.contact_id} contact={contact} onChange={() => setChanging(contact)} onLost={onLost} />
      ));
  const isActive = (kind: Further['kind']) => (contact: Further) => contact.is_active && contact.kind === kind;
  return (
    <Card title={TITLE} aside={canSendAnyCode() && <TextButton onClick={() => setAdding(true)}>Добавить</TextButton>}>
      <Rows>
        {rowsOf((contact) => !contact.is_active)}
        <FirstPhone />
        {rowsOf(isActive('phone'))}
        <FirstEmail />
        {rowsOf(isActive('email'))}
      </Rows>
      {canSendAnyCode() && (
        <p className={styles.note}>
          О смене и удалении напишем и на прежний контакт: так вы узнаете, если это сделали не&nbsp;вы.
        </p>
      )}
      <AddContactDialog open={isAdding} onClose={() => setAdding(false)} left={left} most={most} />
      {changing && <ChangeContactDialog contact={changing} roles={roles} onClose={() => setChanging(undefined)} />}
    </Card>
  );
}

function FirstPhone() {
  const answer = useCall(contract.notice.getMobile, {});
  const set = useAction(contract.notice.setMobile);
  const activate = useAction(contract.notice.activateMobile);
  return (
    <Loaded answer={answer} failed="Не удалось загрузить телефон." skeleton={<FirstSkeleton />}>
      {({ phone_number: number, is_active: isActive, waiting }) => (
        <FirstContact
          kind={PHONE}
          contact={{
            active: isActive ? (number ?? undefined) : undefined,
            waiting: waiting ? { address: waiting.phone_number, ...timesOf(waiting) } : undefined,
          }}
          isBusy={set.isPending || activate.isPending}
          onSet={(address, then) => set.mutate({ body: { phone_number: address } }, then)}
          onCode={(code, then) => activate.mutate({ body: { code } }, then)}
          onLost={() => void answer.refetch()}
        />
      )}
    </Loaded>
  );
}

function FirstEmail() {
  const answer = useCall(contract.notice.emailSettings, {});
  const set = useAction(contract.notice.setEmail);
  const activate = useAction(contract.notice.activateEmail);
  return (
    <Loaded answer={answer} failed="Не удалось загрузить почту." skeleton={<FirstSkeleton />}>
      {({ email, is_active: isActive, waiting }) => (
        <FirstContact
          kind={{ ...EMAIL, look: 'soft' }}
          contact={{
            active: isActive ? (email ?? undefined) : undefined,
            waiting: waiting ? { address: waiting.email, ...timesOf(waiting) } : undefined,
          }}
          isBusy={set.isPending || activate.isPending}
          onSet={(address, then) => set.mutate({ body: { email: address } }, then)}
          onCode={(code, then) => activate.mutate({ body: { code } }, then)}
          onLost={() => void answer.refetch()}
        />
      )}
    </Loaded>
  );
}

const FirstSkeleton = () => <SkeletonRows label="Загружаем контакт" count={1} />;
