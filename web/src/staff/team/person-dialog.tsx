import { useState } from 'react';
import { counted } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract, type Wire } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import { AskAdministrator, isForTwo } from './ask-administrator.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { RolesField, type StaffRole } from './roles-field.tsx';
import type { Colleague } from './colleague.ts';

export type PersonAct = 'roles' | 'invite' | 'block' | 'unblock';

interface PersonDialogProps {
  person: Colleague;
  onClose: () => void;
}

/** What a change was refused with; what is not for a second person is told at once. */
function useRefusal() {
  const [refused, setRefused] = useState<Error>();
  const failed = (failure: Error): void => {
    setRefused(failure);
    if (!isForTwo(failure)) sayError(failure, 'Не получилось. Повторите');
  };
  return { refused, failed };
}

const sessionsText = (ended: number): string =>
  ended === 0 ? 'Сеансов не было' : `Закончили ${counted(ended, 'сеанс', 'сеанса', 'сеансов')}`;

/** What is done with a colleague, after its consequence was read. */
export function PersonDialog({ act, ...rest }: PersonDialogProps & { act: PersonAct }) {
  const Act = { roles: Roles, invite: Invite, block: Block, unblock: Unblock }[act];
  return <Act {...rest} />;
}

function Roles({ person, onClose }: PersonDialogProps) {
  const [roles, setRoles] = useState<StaffRole[]>([...person.roles]);
  const change = useChange(contract.staff.roles);
  const { refused, failed } = useRefusal();
  const isEmpty = roles.length === 0;
  const go = (): void =>
    change.mutate(
      { body: { login: person.login, roles } },
      {
        onSuccess: ({ sessions_ended: ended }) => {
          saySuccess('Роли другие', sessionsText(ended));
          onClose();
        },
        onError: failed,
      },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Роли: ${person.name}`}
      actions={
        <Button busy={change.isPending} aria-disabled={isEmpty || undefined} onClick={go}>
          Сменить роли
        </Button>
      }
    >
      <p>Сеансы {person.login} закончатся сразу: войти нужно будет снова.</p>
      <RolesField value={roles} error={isEmpty ? 'Выберите хотя бы одну роль' : undefined} onChange={setRoles} />
      <AskAdministrator
        failure={refused}
        call="staff roles"
        input={{ login: person.login, roles }}
        reason={`Другие роли: ${person.name}`}
        onAsked={onClose}
      />
    </Dialog>
  );
}

function Invite({ person, onClose }: PersonDialogProps) {
  const [invited, setInvited] = useState<Wire<typeof contract.staff.invite>>();
  const invite = useChange(contract.staff.invite);
  const { refused, failed } = useRefusal();
  const go = (): void => invite.mutate({ body: { login: person.login } }, { onSuccess: setInvited, onError: failed });
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Новая ссылка: ${person.name}`}
      actions={
        !invited && (
          <Button busy={invite.isPending} onClick={go}>
            Дать ссылку
          </Button>
        )
      }
    >
      {invited ? (
        <InvitationLink invited={invited} />
      ) : (
        <p>По ней выбирают новый пароль и новый второй шаг. Прежние действуют, пока ссылку не используют.</p>
      )}
      <AskAdministrator
        failure={refused}
        call="staff invite"
        input={{ login: person.login }}
        reason={`Новая ссылка: ${person.name}`}
        onAsked={onClose}
      />
    </Dialog>
  );
}

function Block({ person, onClose }: PersonDialogProps) {
  const [blocked, setBlocked] = useState<Wire<typeof contract.staff.block>>();
  const block = useChange(contract.staff.block);
  const go = (): void =>
    block.mutate(
      { body: { login: person.login } },
      { onSuccess: setBlocked, onError: (failure) => void sayError(failure, 'Не получилось. Повторите') },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={blocked ? `Вход закрыт: ${person.name}` : `Закрыть вход: ${person.name}?`}
      actions={
        blocked ? (
          <Button look="plain" onClick={onClose}>
            Хорошо
          </Button>
        ) : (
          <Button look="cut" busy={block.isPending} onClick={go}>
            Закрыть вход
          </Button>
        )
      }
    >
      {blocked ? (
        <>
          <p>{sessionsText(blocked.sessions_ended)}.</p>
          {blocked.keys.length > 0 && (
            <p>
              Ещё действуют ключи программ, которые {person.name} делал:{' '}
              {blocked.keys.map(({ name }) => name).join(', ')}. Закончите их, если не доверяете.
            </p>
          )}
        </>
      ) : (
        <p>Сеансы и приглашения закончатся сразу. Открыть вход можно снова, войдёт как прежде.</p>
      )}
    </Dialog>
  );
}

function Unblock({ person, onClose }: PersonDialogProps) {
  const unblock = useChange(contract.staff.unblock);
  const { refused, failed } = useRefusal();
  const go = (): void =>
    unblock.mutate(
      { body: { login: person.login } },
      {
        onSuccess: () => {
          saySuccess('Вход открыт', person.name);
          onClose();
        },
        onError: failed,
      },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Открыть вход: ${person.name}?`}
      actions={
        <Button busy={unblock.isPending} onClick={go}>
          Открыть вход
        </Button>
      }
    >
      <p>Войдёт как прежде, в ролях, которые были.</p>
      <AskAdministrator
        failure={refused}
        call="staff unblock"
        input={{ login: person.login }}
        reason={`Снова открыть вход: ${person.name}`}
        onAsked={onClose}
      />
    </Dialog>
  );
}
