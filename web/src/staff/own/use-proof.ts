import { useState } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { readable } from '#web/lib/text/readable.ts';
import { useHasPasskey } from '../api/me.ts';
import { signForStaff } from '../entry/staff-passkey.ts';
import { NO_PROOF, type Proof } from './proof.tsx';

/** What proves both steps: the password, and a code or, without one, a passkey. */
async function provenBy({ password, code }: Proof, hasPasskey: boolean) {
  const passkey = code.trim() === '' && hasPasskey ? await signForStaff() : undefined;
  return passkey ? { password, passkey } : { password, code: code.trim() };
}

/** Password and code of a form, and what was wrong with them. */
export function useProof() {
  const [proof, setProof] = useState(NO_PROOF);
  const hasPasskey = useHasPasskey();
  const [failure, setFailure] = useState<Error>();
  const code = failure instanceof ApiError ? failure.code : undefined;
  const fields = failure instanceof ApiError ? failure.errors : {};
  const message = failure && readable(failure.message, 'Повторите через минуту');
  const errors: Readonly<Record<keyof Proof | 'next', string | undefined>> = {
    password: code === 'login_refused' ? message : fields['body.password'],
    code: code === 'second_step_refused' ? message : fields['body.code'],
    next: fields['body.new_password'],
  };
  const isAtField = Object.values(errors).some((error) => error !== undefined);
  return {
    proof,
    setProof,
    errors,
    /** An error of no single field. */
    trouble: isAtField ? undefined : message,
    refuse: setFailure,
    proven: () => provenBy(proof, hasPasskey),
    clear: () => {
      setFailure(undefined);
      setProof(NO_PROOF);
    },
  };
}
