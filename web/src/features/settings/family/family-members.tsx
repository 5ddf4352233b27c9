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
import { Tile } from '#web/ui/card/state.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { InviteDialog } from './family-invite.tsx';
import { invitedContactText, OneInvitation } from './one-invitation.tsx';
import { RoleDialog } from './role-dialog.tsx';
import styles from '../settings.module.css';

type Shared = Wire<typeof contract.family.get>;
type Member = Shared['members'][number];

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
  const [giving, setGiving] = useState<Member>();
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
      {data ? (
        <List {...data} onClose={setClosing} onRole={setGiving} />
      ) : (
        <SkeletonRows label="Загружаем, кому открыт договор" />
      )}
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
      <RoleDialog key={giving?.share_id} member={giving} onClose={() => setGiving(undefined)} />
      <CloseDialog member={closing} onClose={() => setClosing(undefined)} />
    </Card>
  );
}

interface ListProps extends Shared {
  onClose: (member: Member) => void;
  onRole: (member: Member) => void;
}

function List({ members, invitations, onClose, onRole }: ListProps) {
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
        <OneMember
          key={member.share_id}
          member={member}
          onClose={() => onClose(member)}
          onRole={() => onRole(member)}
        />
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

/** «Договор 100003, доступ плательщика»; a person has a contact in place of a contract. */
function whichText({ contract_id, contact, role }: Member): string {
  if (contract_id !== null) return `Договор ${contract_id}, ${ROLE_OF[role]}`;
  return contact ? `${invitedContactText(contact)}, ${ROLE_OF[role]}` : capital(ROLE_OF[role]);
}

interface OneMemberProps {
  member: Member;
  onClose: () => void;
  onRole: () => void;
}

function OneMember({ member, onClose, onRole }: OneMemberProps) {
  const { name, since } = member;
  const today = dayOf(now());
  return (
    <div className={styles.place}>
      <Tile icon="key" />
      <span>
        <b>{name}</b>
        <small>{whichText(member)}</small>
        <small>
          С&nbsp;{dayText(dayOf(since), today)}, {usedText(member, today)}
        </small>
      </span>
      <span className={styles.pair}>
        <TextButton aria-label={`Сменить роль: ${name}`} onClick={onRole}>
          Сменить роль
        </TextButton>
        <TextButton aria-label={`Закрыть доступ: ${name}`} onClick={onClose}>
          Закрыть доступ
        </TextButton>
      </span>
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
