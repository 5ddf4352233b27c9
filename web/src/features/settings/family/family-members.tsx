import { useState } from 'react';
import { ROLE_OF } from '@kabinet/contract/kernel/sharing';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { capital } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Empty, ErrorBlock } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { CutDialog } from '#web/ui/dialog/cut-dialog.tsx';
import { Rows } from '#web/ui/text/rows.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { InviteDialog } from './family-invite.tsx';
import { OneInvitation } from './one-invitation.tsx';
import { OneMember, type AccessChange, type Member } from './one-member.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { TermDialog } from './term-dialog.tsx';
import styles from '../settings.module.css';

type Shared = Wire<typeof contract.family.get>;

/** What the owner is about to change of whose access. */
interface Asked {
  readonly what: AccessChange;
  readonly member: Member;
}

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
  const [asked, setAsked] = useState<Asked>();
  if (error && !data) {
    return (
      <Card title="Кому открыт ваш договор">
        <ErrorBlock title="Не удалось узнать, кому открыт ваш договор." onRetry={() => void refetch()}>
          Те, кому вы открыли доступ, сохранили его.
        </ErrorBlock>
      </Card>
    );
  }
  const full = data && whyNot(data);
  return (
    <Card title="Кому открыт ваш договор">
      {data ? <List {...data} onAsk={setAsked} /> : <SkeletonRows label="Загружаем, кому открыт договор" />}
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
      <ChangeDialogs asked={asked} onClose={() => setAsked(undefined)} />
    </Card>
  );
}

interface ListProps extends Shared {
  onAsk: (asked: Asked) => void;
}

function List({ members, invitations, onAsk }: ListProps) {
  if (members.length + invitations.length === 0) {
    return (
      <Empty icon="key" title="Пригласите того, кому доверяете">
        У&nbsp;него будет свой вход, а&nbsp;вы решите, что ему видно, и&nbsp;закроете доступ, когда захотите.
      </Empty>
    );
  }
  return (
    <Rows>
      {members.map((member) => (
        <OneMember key={member.share_id} member={member} onAsk={(what) => onAsk({ what, member })} />
      ))}
      {invitations.map((invitation) => (
        <OneInvitation key={invitation.invitation_id} invitation={invitation} />
      ))}
    </Rows>
  );
}

function ChangeDialogs({ asked, onClose }: { asked: Asked | undefined; onClose: () => void }) {
  const memberOf = (what: AccessChange): Member | undefined => (asked?.what === what ? asked.member : undefined);
  return (
    <>
      <RoleDialog key={memberOf('role')?.share_id} member={memberOf('role')} onClose={onClose} />
      <TermDialog member={memberOf('term')} onClose={onClose} />
      <CloseDialog member={memberOf('close')} onClose={onClose} />
    </>
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
