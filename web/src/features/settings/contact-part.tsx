import { useState } from 'react';
import { contract } from '#api/contract.ts';
import { useAction, useCall } from '#api/use-call.ts';
import { Loaded } from '#shared/page/loaded.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { State, Tile } from '#ui/state.tsx';
import { sayError, saySuccess } from '#ui/toast-store.ts';
import { AddressForm, CodeForm } from './contact-forms.tsx';
import { EMAIL, PHONE, type Contact, type Kind, type Then, type Waiting } from './contact-kinds.ts';
import styles from './notices.module.css';

const timesOf = (sent: { sent_at: string; expires_at: string; again_at: string; tries_left: number }) => ({
  sentAt: sent.sent_at,
  expiresAt: sent.expires_at,
  againAt: sent.again_at,
  triesLeft: sent.tries_left,
});

/** The phone of the contract. */
export function MobilePart() {
  const answer = useCall(contract.notice.getMobile, {});
  const set = useAction(contract.notice.setMobile);
  const activate = useAction(contract.notice.activateMobile);
  return (
    <Loaded answer={answer} failed="Не удалось загрузить телефон." skeleton={<PartSkeleton title="Телефон" />}>
      {({ phone_number: number, is_active: isActive, waiting }) => (
        <ContactCard
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

/** The e-mail of the contract. */
export function EmailPart() {
  const answer = useCall(contract.notice.emailSettings, {});
  const set = useAction(contract.notice.setEmail);
  const activate = useAction(contract.notice.activateEmail);
  return (
    <Loaded answer={answer} failed="Не удалось загрузить почту." skeleton={<PartSkeleton title="Почта" />}>
      {({ email, is_active: isActive, waiting }) => (
        <ContactCard
          kind={EMAIL}
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

export const PartSkeleton = ({ title }: { title: string }) => (
  <Card title={title}>
    <SkeletonRows label={`Загружаем: ${title.toLowerCase()}`} count={2} />
  </Card>
);

interface ContactCardProps {
  kind: Kind;
  contact: Contact;
  isBusy: boolean;
  onSet: (address: string, then: Then) => void;
  onCode: (code: string, then: Then) => void;
  /** What the page knows may be old. */
  onLost: () => void;
}

function ContactCard(props: ContactCardProps) {
  const { kind, contact, isBusy, onSet } = props;
  const { active, waiting } = contact;
  const [isChanging, setChanging] = useState(false);
  const close = () => setChanging(false);
  const isEmpty = active === undefined && !waiting;
  return (
    <Card title={kind.title}>
      {isChanging ? undefined : <AsItIs {...props} onChange={() => setChanging(true)} />}
      {(isChanging || isEmpty) && (
        <AddressForm
          kind={kind}
          isFirst={active === undefined}
          isBusy={isBusy}
          onSet={(address, then) => onSet(address, { onError: then.onError, onSuccess: close })}
          onCancel={isEmpty ? undefined : close}
        />
      )}
    </Card>
  );
}

/** The one that waits for its code comes first. */
function AsItIs({ onChange, ...props }: ContactCardProps & { onChange: () => void }) {
  const { active, waiting } = props.contact;
  return (
    <>
      {waiting && <WaitingCode {...props} waiting={waiting} onOther={onChange} />}
      {active !== undefined && <Confirmed kind={props.kind} address={active} />}
      {isSettled(props.contact) && <Change onChange={onChange} />}
    </>
  );
}

const isSettled = ({ active, waiting }: Contact): boolean => active !== undefined && !waiting;

const Confirmed = ({ kind, address }: { kind: Kind; address: string }) => (
  <div className={styles.contact}>
    <Tile icon={kind.icon} />
    <span>
      <b>{kind.show(address)}</b>
      <small>{kind.use}</small>
    </span>
    <State tone="ok" quiet>
      Подтверждено
    </State>
  </div>
);

const Change = ({ onChange }: { onChange: () => void }) => (
  <div className={styles.foot}>
    <Button look="plain" size="sm" onClick={onChange}>
      Сменить
    </Button>
    <p className={styles.small}>О смене напишем и сюда: так вы узнаете, если её сделали не вы.</p>
  </div>
);

type WaitingCodeProps = ContactCardProps & { waiting: Waiting; onOther: () => void };

const WaitingCode = ({ kind, waiting, isBusy, onSet, onCode, onLost, onOther }: WaitingCodeProps) => (
  <CodeForm
    key={waiting.sentAt}
    kind={kind}
    waiting={waiting}
    isBusy={isBusy}
    onCode={(code, then) =>
      onCode(code, {
        onError: (failure) => {
          then.onError(failure);
          onLost();
        },
        onSuccess: () => saySuccess(`${kind.title}: подтверждено`, kind.show(waiting.address)),
      })
    }
    onAgain={() => onSet(waiting.address, { onError: (failure) => sayError(failure, 'Код отправить не получилось') })}
    onOther={onOther}
  />
);
