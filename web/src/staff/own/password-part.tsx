import { useState, type SubmitEvent } from 'react';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { PasswordField } from '#web/ui/field/field.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import { Part } from '../look/plane.tsx';
import styles from './own.module.css';
import { ProofFields } from './proof.tsx';
import { useProof } from './use-proof.ts';

export function PasswordPart() {
  const [next, setNext] = useState('');
  const { proof, setProof, errors, trouble, refuse, clear, proven } = useProof();
  const change = useChange(contract.own.changePassword);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const onSuccess = (): void => {
      clear();
      setNext('');
      saySuccess('Пароль другой', 'Остальные ваши сеансы закончились');
    };
    void proven().then(
      (steps) => change.mutate({ body: { ...steps, new_password: next } }, { onSuccess, onError: refuse }),
      refuse,
    );
  };
  return (
    <Part title="Пароль">
      <div className={styles.form}>
        <DialogForm onSubmit={submit}>
          <ProofFields value={proof} errors={errors} onChange={setProof} />
          <PasswordField
            label="Новый пароль"
            autoComplete="new-password"
            hint="От 12 знаков. Пароли из утечек не подойдут"
            value={next}
            error={errors.next}
            onChange={({ target }) => setNext(target.value)}
          />
          {trouble !== undefined && (
            <Callout tone="bad" role="alert">
              {trouble}.
            </Callout>
          )}
          <Button type="submit" look="plain" busy={change.isPending}>
            Сменить пароль
          </Button>
        </DialogForm>
      </div>
    </Part>
  );
}
