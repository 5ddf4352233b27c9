import { ROLE_OF } from '@kabinet/contract/kernel/sharing';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { cx } from '#web/lib/text/cx.ts';
import { dayOf, momentText } from '#web/lib/text/format.ts';
import { canSendCode } from '#web/shared/contact/code-ways.ts';
import { EMAIL, PHONE } from '#web/shared/contact/contact-kinds.ts';
import { TextButton } from '#web/ui/button/button.tsx';
import { State, Tile } from '#web/ui/card/state.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { openUntilText } from './term.texts.ts';
import styles from '../settings.module.css';

type Invitation = Wire<typeof contract.family.get>['invitations'][number];
type Contact = NonNullable<Invitation['contact']>;

/** A phone or an e-mail as people write it. */
export const invitedContactText = ({ kind, address }: Contact): string =>
  (kind === 'phone' ? PHONE : EMAIL).show(address);

/** An invitation that waits. */
export function OneInvitation({ invitation }: { invitation: Invitation }) {
  const { invitation_id, role, contact, label } = invitation;
  const name = label ?? ROLE_OF[role];
  const canResend = contact !== null && canSendCode(contact.kind);
  return (
    <div className={styles.place}>
      <Tile icon="send" tone="off" />
      <span>
        <b>{label ?? `Приглашение: ${ROLE_OF[role]}`}</b>
        {contact && (
          <small>
            {invitedContactText(contact)}, {ROLE_OF[role]}
          </small>
        )}
        <Terms invitation={invitation} />
        <State tone="wait" icon="clock">
          Ждёт ответа
        </State>
      </span>
      <span className={cx(styles.pair, canResend && styles.long)}>
        {canResend && <SendAgain id={invitation_id} name={name} />}
        <Withdraw id={invitation_id} name={name} opener={contact ? 'Его ссылка' : 'Его код'} />
      </span>
    </div>
  );
}

/** Until when the invitation can be accepted, and until when it gives access. */
function Terms({ invitation: { contact, expires_at, until_day: until } }: { invitation: Invitation }) {
  const today = dayOf(now());
  return (
    <>
      <small>
        {contact ? 'Ссылка' : 'Код'} действует до&nbsp;{momentText(expires_at, today)}
      </small>
      {until !== null && <small>Доступ закроется {openUntilText(until, today)}</small>}
    </>
  );
}

function SendAgain({ id, name }: { id: string; name: string }) {
  const { mutate, isPending } = useAction(contract.family.resend);
  const send = (): void =>
    mutate(
      { body: { invitation_id: id } },
      {
        onSuccess: ({ expires_at }) =>
          saySuccess(
            'Отправили ещё раз',
            `Новая ссылка действует до ${momentText(expires_at, dayOf(now()))}, прежняя закрыта`,
          ),
        onError: (failure) => sayError(failure, 'Отправить не получилось. Повторите через минуту'),
      },
    );
  return (
    <TextButton disabled={isPending} aria-label={`Отправить ещё раз: ${name}`} onClick={send}>
      Отправить ещё раз
    </TextButton>
  );
}

/** Withdraws an invitation; `opener` names what it is opened by. */
function Withdraw({ id, name, opener }: { id: string; name: string; opener: string }) {
  const { mutate, isPending } = useAction(contract.family.withdraw);
  const withdraw = (): void =>
    mutate(
      { body: { invitation_id: id } },
      {
        onSuccess: () => saySuccess('Приглашение отозвано', `${opener} больше не\u00a0действует`),
        onError: (failure) => sayError(failure, 'Приглашение не отозвали. Повторите через минуту'),
      },
    );
  return (
    <TextButton disabled={isPending} aria-label={`Отозвать: ${name}`} onClick={withdraw}>
      Отозвать
    </TextButton>
  );
}
