import { useState } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { readable } from '#web/lib/text/readable.ts';

export type PasswordPolicy = Wire<typeof contract.user.passwordPolicy>;

/** An error of one field, or of the whole form. */
export interface PasswordRefusal {
  readonly password?: string | undefined;
  readonly fresh?: string | undefined;
  readonly whole?: string | undefined;
}

const FAILED = 'Не получилось. Повторите через минуту';

function refusalOf(failure: Error): PasswordRefusal {
  const errors = failure instanceof ApiError ? failure.errors : {};
  const [password, fresh] = [errors['body.password'], errors['body.new_password']];
  return password === undefined && fresh === undefined
    ? { whole: readable(failure.message, FAILED) }
    : { password, fresh };
}

/** Changes or checks the password of a service; keeps the error until the next attempt. */
export function usePassword() {
  const { mutate, isPending } = useAction(contract.user.changePassword);
  const [refusal, setRefusal] = useState<PasswordRefusal>({});
  const send = (body: Parameters<typeof mutate>[0]['body'], onSuccess: () => void): void => {
    setRefusal({});
    mutate({ body }, { onSuccess, onError: (failure) => setRefusal(refusalOf(failure)) });
  };
  return { send, isPending, refusal };
}
