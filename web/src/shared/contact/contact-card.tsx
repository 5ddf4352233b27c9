import { useState, type ReactNode } from 'react';
import { cx } from '#web/lib/text/cx.ts';
import { Address } from '#web/ui/text/address.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { State, Tile } from '#web/ui/card/state.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { canSendCode } from './code-ways.ts';
import { AddressForm, CodeForm } from './contact-forms.tsx';
import { gainOf, type Contact, type ContactTraits, type ActionOutcome, type WaitingContact } from './contact-kinds.ts';
import styles from './contact.module.css';

interface ContactCardProps {
  kind: ContactTraits;
  contact: Contact;
  isBusy: boolean;
  onSet: (address: string, then: ActionOutcome) => void;
  onCode: (code: string, then: ActionOutcome) => void;
  /** Called when the shown data may be outdated. */
  onLost: () => void;
  /** Below, in the same card. */
  children?: ReactNode;
}

/** A phone or an e-mail: what is confirmed, what waits for its code, and how to change it. */
export function ContactCard(props: ContactCardProps) {
  const { kind, contact, isBusy, onSet, children } = props;
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
      {children}
    </Card>
  );
}

/** The contact as it is: an address that waits for its code first, then the confirmed one. */
function AsItIs({ onChange, ...props }: ContactCardProps & { onChange: () => void }) {
  const { active, waiting } = props.contact;
  return (
    <>
      {waiting && <WaitingCode {...props} waiting={waiting} onOther={onChange} />}
      {active !== undefined && <Confirmed kind={props.kind} address={active} />}
      {waiting && active !== undefined && <Meanwhile kind={props.kind} />}
      {isSettled(props.contact) && canSendCode(props.kind.way) && <Change onChange={onChange} />}
    </>
  );
}

const Meanwhile = ({ kind }: { kind: ContactTraits }) =>
  kind.meanwhile !== undefined && <p className={cx(styles.small, styles.foot)}>{kind.meanwhile}</p>;

const isSettled = ({ active, waiting }: Contact): boolean => active !== undefined && !waiting;

const Confirmed = ({ kind, address }: { kind: ContactTraits; address: string }) => (
  <div className={styles.contact}>
    <Tile icon={kind.icon} />
    <span>
      <b>
        <Address>{kind.show(address)}</Address>
      </b>
      <small>{gainOf(kind)}</small>
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
  </div>
);

type WaitingCodeProps = Omit<ContactCardProps, 'contact' | 'children'> & {
  waiting: WaitingContact;
  onOther: () => void;
};

/** The field for the code that confirms the contact. */
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

type FirstContactProps = Omit<ContactCardProps, 'children'>;

/** The first phone or e-mail of a contract, as a row of a list: the same without a card of its own. */
export function FirstContact(props: FirstContactProps) {
  const { kind, contact, isBusy, onSet } = props;
  const { active, waiting } = contact;
  const [isChanging, setChanging] = useState(false);
  const close = () => setChanging(false);
  if (isChanging || (active === undefined && !waiting)) {
    return (
      <AddressForm
        kind={kind}
        isFirst={active === undefined}
        isBusy={isBusy}
        onSet={(address, then) => onSet(address, { onError: then.onError, onSuccess: close })}
        onCancel={isChanging ? close : undefined}
      />
    );
  }
  return (
    <>
      {waiting && <WaitingCode {...props} waiting={waiting} onOther={() => setChanging(true)} />}
      {active !== undefined && (
        <ContactRow icon={kind.icon} address={kind.show(active)} note={`Владелец. ${gainOf(kind)}`}>
          {!waiting && <ChangeButton kind={kind} address={active} onChange={() => setChanging(true)} />}
        </ContactRow>
      )}
    </>
  );
}

const ChangeButton = ({ kind, address, onChange }: { kind: ContactTraits; address: string; onChange: () => void }) =>
  canSendCode(kind.way) && (
    <Button look="plain" size="sm" aria-label={`Сменить ${kind.show(address)}`} onClick={onChange}>
      Сменить
    </Button>
  );

interface ContactRowProps {
  icon: ContactTraits['icon'];
  address: string;
  /** Whose it is, and what comes there. */
  note: string;
  children?: ReactNode;
}

export const ContactRow = ({ icon, address, note, children }: ContactRowProps) => (
  <div className={styles.contact}>
    <Tile icon={icon} />
    <span>
      <b>
        <Address>{address}</Address>
      </b>
      <small>{note}</small>
    </span>
    {children}
  </div>
);
