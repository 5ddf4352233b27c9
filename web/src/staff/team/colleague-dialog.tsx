import { useRef, useState, type SubmitEvent } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { Button } from '#web/ui/button/button.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Field, focusFirstWrong } from '#web/ui/field/field.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import { contract, type Wire } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import { AskAdministrator, isForTwo } from './ask-administrator.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { RolesField, type StaffRole } from './roles-field.tsx';

type Errors = Readonly<Record<string, string>>;

const emptyIn = (login: string, name: string, roles: readonly StaffRole[]): Errors => ({
  ...(login.trim() === '' && { 'body.login': 'Придумайте логин' }),
  ...(name.trim() === '' && { 'body.name': 'Напишите имя: его увидят абоненты' }),
  ...(roles.length === 0 && { 'body.roles': 'Выберите хотя бы одну роль' }),
});

const errorsOf = (failure: Error): Errors => {
  if (!(failure instanceof ApiError)) return {};
  return failure.code === 'login_taken' ? { 'body.login': failure.message } : failure.errors;
};

/** Lets a colleague in: login, name, roles; then the link, once. */
export function ColleagueDialog({ onClose }: { onClose: () => void }) {
  const [login, setLogin] = useState('');
  const [name, setName] = useState('');
  const [roles, setRoles] = useState<StaffRole[]>([]);
  const [errors, setErrors] = useState<Errors>({});
  const [refused, setRefused] = useState<Error>();
  const [invited, setInvited] = useState<Wire<typeof contract.staff.add>>();
  const form = useRef<HTMLFormElement>(null);
  const add = useChange(contract.staff.add);
  const show = (found: Errors): void => {
    setErrors(found);
    setTimeout(() => focusFirstWrong(form.current));
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const empty = emptyIn(login, name, roles);
    show(empty);
    setRefused(undefined);
    if (Object.keys(empty).length > 0) return;
    add.mutate(
      { body: { login, name, roles } },
      {
        onSuccess: setInvited,
        onError: (failure) => {
          const found = errorsOf(failure);
          show(found);
          setRefused(failure);
          if (Object.keys(found).length === 0 && !isForTwo(failure))
            sayError(failure, 'Пригласить не получилось. Повторите');
        },
      },
    );
  };
  return (
    <Dialog open onClose={onClose} title={invited ? `${invited.name} может войти` : 'Пригласить сотрудника'}>
      {invited ? (
        <InvitationLink invited={invited} />
      ) : (
        <DialogForm ref={form} onSubmit={submit}>
          <Field
            label="Имя"
            hint="Его увидит абонент, чью карточку откроют"
            value={name}
            error={errors['body.name']}
            onChange={({ target }) => setName(target.value)}
          />
          <Field
            label="Логин"
            hint="Латинские буквы, цифры, точка, дефис"
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            value={login}
            error={errors['body.login']}
            onChange={({ target }) => setLogin(target.value)}
          />
          <RolesField value={roles} error={errors['body.roles']} onChange={setRoles} />
          <AskAdministrator
            failure={refused}
            call="staff add"
            input={{ login, name, roles }}
            reason="Новый сотрудник"
            onAsked={onClose}
          />
          <Button type="submit" wide busy={add.isPending}>
            Пригласить
          </Button>
        </DialogForm>
      )}
    </Dialog>
  );
}
