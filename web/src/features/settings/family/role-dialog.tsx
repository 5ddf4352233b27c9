import { useState, type SubmitEvent } from 'react';
import { ROLE_OF, type ShareRole } from '@kabinet/contract/kernel/sharing';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { Ways } from '#web/ui/field/choice.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { ROLE_OPTIONS } from './family-invite.tsx';

type Member = Wire<typeof contract.family.get>['members'][number];

interface RoleDialogProps {
  member: Member | undefined;
  onClose: () => void;
}

/** Gives a member another role. */
export const RoleDialog = ({ member, onClose }: RoleDialogProps) => (
  <Dialog open={member !== undefined} onClose={onClose} title="Что будет можно">
    {member && <RoleForm member={member} onClose={onClose} />}
  </Dialog>
);

function RoleForm({ member: { share_id, name, role: former }, onClose }: { member: Member; onClose: () => void }) {
  const [role, setRole] = useState<ShareRole>(former);
  const [refusal, setRefusal] = useState<string>();
  const { mutate, isPending } = useAction(contract.family.changeRole);
  const change = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isPending) return;
    setRefusal(undefined);
    if (role === former) {
      onClose();
      return;
    }
    mutate(
      { body: { share_id, role } },
      {
        onSuccess: () => {
          onClose();
          saySuccess('Роль изменена', `${name}: теперь ${ROLE_OF[role]}`);
        },
        onError: (failure) => setRefusal(readable(failure.message, 'Роль не сменили. Повторите через минуту')),
      },
    );
  };
  return (
    <DialogForm onSubmit={change}>
      {refusal !== undefined && <Callout tone="bad" role="alert" title={`${refusal}.`} />}
      <Ways legend={name} name="role" options={ROLE_OPTIONS} value={role} onChange={setRole} />
      <p>Новая роль действует сразу, и&nbsp;там, где договор открыт сейчас. Напишем об&nbsp;этом вам обоим.</p>
      <ButtonRow stacked>
        <Button type="submit" busy={isPending}>
          Сохранить
        </Button>
        <Button look="plain" onClick={onClose}>
          Не менять
        </Button>
      </ButtonRow>
    </DialogForm>
  );
}
