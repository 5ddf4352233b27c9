import { useState } from 'react';
import { useLocation, useNavigate } from '#web/lib/page/router.tsx';
import { ApiError } from '#web/api/api-error.ts';
import { send } from '#web/api/client.ts';
import { contract, type Wire } from '#web/api/contract.ts';
import { readable } from '#web/lib/text/readable.ts';
import { destination } from './destination.ts';

export type Way = 'phone' | 'email';
export type BegunRecovery = Wire<typeof contract.recovery.begin>;

export interface RecoveryErrors {
  login?: string | undefined;
  code?: string | undefined;
  password?: string | undefined;
  otp?: string | undefined;
  /** An error of no single field. */
  form?: string | undefined;
}

const AWAY = 'Сервер сейчас не отвечает. Повторите через минуту';

/** The place of an error: at its field, if it has one. */
function errorsOf(failure: Error): RecoveryErrors {
  const message = readable(failure.message, AWAY);
  if (!(failure instanceof ApiError)) return { form: message };
  if (failure.code === 'code_wrong') return { code: message };
  if (failure.code === 'second_step_refused' || failure.code === 'second_step_needed') return { otp: message };
  const { 'body.login': login, 'body.code': code, 'body.new_password': password, 'body.otp': otp } = failure.errors;
  const errors = { login, code, password, otp };
  return Object.values(errors).every((text) => text === undefined) ? { form: message } : errors;
}

/** Access that a stranger may have added outlives a new password, so the first page after a recovery lists it. */
const checking = (search: string): string => {
  const wanted = new URLSearchParams(search).get('return');
  return `/settings/access?${new URLSearchParams({ recovered: '', ...(wanted !== null && { return: wanted }) })}`;
};

interface Typed {
  code: string;
  password: string;
  otp: string;
}

export type Recovery = ReturnType<typeof useRecovery>;

/** Two steps: a code is asked for, then it sets the new password and signs in. */
export function useRecovery() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [isPending, setPending] = useState(false);
  const [begun, setBegun] = useState<BegunRecovery>();
  const [errors, setErrors] = useState<RecoveryErrors>({});
  const [wantsOtp, setWantsOtp] = useState(false);

  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    setPending(true);
    setErrors({});
    try {
      await work();
      return true;
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'second_step_needed') setWantsOtp(true);
      else setErrors(errorsOf(failure as Error));
      return false;
    } finally {
      setPending(false);
    }
  };

  return {
    begun,
    isPending,
    errors,
    refuse: setErrors,
    wantsOtp,
    begin: (asked: { login: string; by: Way }) =>
      attempt(async () => setBegun(await send(contract.recovery.begin, { body: asked }))),
    finish: async ({ code, password, otp }: Typed, onRefused: () => void): Promise<void> => {
      const secret = begun?.recovery;
      if (secret === undefined) return;
      const body = { recovery: secret, code, new_password: password, ...(wantsOtp && { otp }) };
      const isDone = await attempt(async () => {
        const { new_access: added } = await send(contract.recovery.finish, { body });
        navigate(added > 0 ? checking(search) : destination(search), { replace: true });
      });
      if (!isDone) onRefused();
    },
  };
}
