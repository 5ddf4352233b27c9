import { useState } from 'react';
import { ROLE_OF } from '@kabinet/contract/kernel/sharing';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { capital, dayOf, dayText, momentText } from '#web/lib/text/format.ts';
import { Button, TextButton } from '#web/ui/button/button.tsx';
import { Empty, ErrorBlock } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { CutDialog } from '#web/ui/dialog/cut-dialog.tsx';
import { Rows } from '#web/ui/text/rows.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State, Tile } from '#web/ui/card/state.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { InviteDialog } from './family-invite.tsx';
import styles from '../settings.module.css';

type Shared = Wire<typeof contract.family.get>;
type Member = Shared['members'][number];
type Invitation = Shared['invitations'][number];

const MOST_INVITATIONS = 5;
const MOST_MEMBERS = 10;

/** Why nobody else can be invited now; undefined: somebody can. */
function whyNot({ members, invitations }: Shared): string | undefined {
  if (members.length >= MOST_MEMBERS)
    return 'Договор открыт уже десяти другим. Чтобы пригласить ещё, закройте ненужный доступ.';
  if (invitations.length >= MOST_INVITATIONS)
    return 'Пять приглашений уже ждут ответа. Чтобы пригласить ещё, отзовите ненужное.';
  return undefined;
}

/** With whom the contract is shared, and the invitations that wait. */
export function Members() {
  const { data, error, refetch } = useCall(contract.family.get, {});
  const [isInviting, setInviting] = useState(false);
  const [closing, setClosing] = useState<Member>();
  if (error && !data) {
    return (
      <ErrorBlock title="Не удалось узнать, кому открыт ваш договор." onRetry={() => void refetch()}>
        Те, кому вы открыли доступ, сохранили его.
      </ErrorBlock>
    );
  }
  const full = data && whyNot(data);
  return (
    <Card title="Кому открыт ваш договор">
      {data ? <List {...data} onClose={setClosing} /> : <SkeletonRows label="Загружаем, кому открыт договор" />}
      <div className={styles.others}>
        {full === undefined ? (
          <Button look="line" aria-disabled={data === undefined || undefined} onClick={() => setInviting(true)}>
            Пригласить
          </Button>
        ) : (
          <p>{full}</p>
        )}
      </div>
      <InviteDialog open={isInviting} onClose={() => setInviting(false)} />
      <CloseDialog member={closing} onClose={() => setClosing(undefined)} />
    </Card>
  );
}

function List({ members, invitations, onClose }: Shared & { onClose: (member: Member) => void }) {
  if (members.length + invitations.length === 0) {
    return (
      <Empty icon="lock" title="Договор видите только вы">
        Пригласите близкого: у&nbsp;него будет свой вход, а&nbsp;вы решите, что ему видно, и&nbsp;закроете доступ, когда
        захотите.
      </Empty>
    );
  }
  return (
    <Rows>
      {members.map((member) => (
        <OneMember key={member.share_id} member={member} onClose={() => onClose(member)} />
      ))}
      {invitations.map((invitation) => (
        <OneInvitation key={invitation.invitation_id} invitation={invitation} />
      ))}
    </Rows>
  );
}

function usedText({ is_in: isIn, used_at: usedAt }: Member, today: string): string {
  if (isIn) return 'договор открыт сейчас';
  return usedAt === null ? 'ещё не заходили' : `заходили ${momentText(usedAt, today)}`;
}

function OneMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const { name, contract_id, role, since } = member;
  const today = dayOf(now());
  return (
    <div className={styles.place}>
      <Tile icon="key" />
      <span>
        <b>{name}</b>
        <small>
          Договор {contract_id}, {ROLE_OF[role]}
        </small>
        <small>
          С&nbsp;{dayText(dayOf(since), today)}, {usedText(member, today)}
        </small>
      </span>
      <TextButton aria-label={`Закрыть доступ: ${name}`} onClick={onClose}>
        Закрыть доступ
      </TextButton>
    </div>
  );
}

function OneInvitation({ invitation: { invitation_id, role, expires_at } }: { invitation: Invitation }) {
  const { mutate, isPending } = useAction(contract.family.withdraw);
  const withdraw = (): void =>
    mutate(
      { body: { invitation_id } },
      {
        onSuccess: () => saySuccess('Приглашение отозвано', 'Его код больше не действует'),
        onError: (failure) => sayError(failure, 'Приглашение не отозвали. Повторите через минуту'),
      },
    );
  return (
    <div className={styles.place}>
      <Tile icon="send" tone="off" />
      <span>
        <b>Приглашение: {ROLE_OF[role]}</b>
        <small>Код действует до&nbsp;{momentText(expires_at, dayOf(now()))}</small>
        <State tone="wait" icon="clock">
          Ждёт ответа
        </State>
      </span>
      <TextButton disabled={isPending} aria-label={`Отозвать приглашение: ${ROLE_OF[role]}`} onClick={withdraw}>
        Отозвать
      </TextButton>
    </div>
  );
}

function CloseDialog({ member, onClose }: { member: Member | undefined; onClose: () => void }) {
  const { mutate, isPending } = useAction(contract.family.revoke);
  const revoke = (): void => {
    if (!member) return;
    mutate(
      { body: { share_id: member.share_id } },
      {
        onSuccess: () => {
          onClose();
          saySuccess('Доступ закрыт', `${member.name} больше не видит ваш договор`);
        },
        onError: (failure) => sayError(failure, 'Доступ не закрыли. Повторите через минуту'),
      },
    );
  };
  return (
    <CutDialog
      open={member !== undefined}
      title="Закрыть доступ?"
      cut="Закрыть доступ"
      busy={isPending}
      onCut={revoke}
      onClose={onClose}
    >
      <p>
        {member?.name} сразу перестанет видеть ваш договор, и&nbsp;там, где он открыт сейчас.{' '}
        {member && capital(ROLE_OF[member.role])} можно вернуть только новым приглашением. Напишем об&nbsp;этом вам
        обоим.
      </p>
    </CutDialog>
  );
}
