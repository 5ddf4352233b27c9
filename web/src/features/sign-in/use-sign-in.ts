import { useState } from 'react';
import { useLocation, useNavigate } from '#web/lib/page/router.tsx';
import { ApiError, NetworkError } from '#web/api/api-error.ts';
import { send } from '#web/api/client.ts';
import { contract } from '#web/api/contract.ts';
import { nowMs } from '#web/lib/clock/clock.ts';
import { readable } from '#web/lib/text/readable.ts';
import { useNow } from '#web/lib/clock/use-now.ts';
import { destination } from './destination.ts';

export interface Credentials {
  login: string;
  password: string;
  /** A code of the app, or a backup code. */
  otp: string;
  /** Replaces a one-time password. */
  fresh: string;
}

/** Errors, by the place where they are shown. */
export interface SignInErrors {
  login?: string | undefined;
  password?: string | undefined;
  otp?: string | undefined;
  fresh?: string | undefined;
  /** An error of no single field: no network, the server is down. */
  form?: string | undefined;
}

interface Lock {
  /** The locked login; undefined: all logins, because of too many requests from this address. */
  login: string | undefined;
  /** Milliseconds of the epoch. */
  until: number;
}

const AWAY = 'Сервер сейчас не отвечает. Повторите через минуту';

/** What the server wants besides login and password; it says so when the password is right. */
export interface SignInDemands {
  otp: boolean;
  fresh: boolean;
}

function emptyFields({ login, password, otp, fresh }: Credentials, wanted: SignInDemands): SignInErrors | undefined {
  const errors: SignInErrors = {
    ...(login.trim() === '' && { login: 'Введите номер договора, телефон или почту' }),
    ...(password === '' && { password: 'Введите пароль' }),
    ...(wanted.otp && otp.trim() === '' && { otp: 'Введите код' }),
    ...(wanted.fresh && fresh === '' && { fresh: 'Придумайте новый пароль' }),
  };
  return Object.keys(errors).length > 0 ? errors : undefined;
}

/** The server never says whether login or password was wrong; the error is shown at the password, which is retyped first. */
function errorsOf(failure: Error | undefined): SignInErrors {
  if (failure === undefined || lockSeconds(failure) !== undefined) return {};
  if (failure instanceof NetworkError) return { form: failure.message };
  if (!(failure instanceof ApiError)) return { form: AWAY };
  const message = readable(failure.message, AWAY);
  if (failure.code === 'login_refused') return { password: message };
  if (failure.code === 'second_step_refused') return { otp: message };
  const {
    'body.login': login,
    'body.password': password,
    'body.otp': otp,
    'body.new_password': fresh,
  } = failure.errors;
  const errors = { login, password, otp, fresh };
  return Object.values(errors).every((text) => text === undefined) ? { form: message } : errors;
}

const lockSeconds = (failure: Error): number | undefined =>
  failure instanceof ApiError && failure.status === 429 ? (failure.retryAfter ?? 30) : undefined;

const isFor = (lock: Lock | undefined, login: string): lock is Lock =>
  lock !== undefined && (lock.login === undefined || lock.login === login.trim());

/** Signs in: sends the form, returns errors, counts down a lock, and opens the requested page. */
export function useSignIn(login: string) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<Error>();
  const [empty, setEmpty] = useState<SignInErrors>();
  const [lock, setLock] = useState<Lock>();
  const [wanted, setWanted] = useState<SignInDemands>({ otp: false, fresh: false });
  const now = useNow(lock !== undefined && lock.until > nowMs());
  const secondsLeft = isFor(lock, login) ? Math.ceil((lock.until - now) / 1000) : undefined;

  const refuse = (refusal: Error, credentials: Credentials): void => {
    const code = refusal instanceof ApiError ? refusal.code : undefined;
    if (code === 'second_step_needed' || code === 'new_password_needed') {
      setWanted((was) => (code === 'second_step_needed' ? { ...was, otp: true } : { ...was, fresh: true }));
      return;
    }
    setFailure(refusal);
    const seconds = lockSeconds(refusal);
    if (seconds === undefined) return;
    const isOne = code === 'login_locked';
    setLock({ login: isOne ? credentials.login : undefined, until: nowMs() + seconds * 1000 });
  };

  const enter = async (credentials: Credentials): Promise<boolean> => {
    const { login, password, otp, fresh } = credentials;
    setPending(true);
    try {
      const more = { ...(wanted.otp && { otp: otp.trim() }), ...(wanted.fresh && { new_password: fresh }) };
      await send(contract.auth.token, { body: { grant: 'password', login, password, ...more } });
      return true;
    } catch (refusal) {
      refuse(refusal as Error, credentials);
      setPending(false);
      return false;
    }
  };

  const submit = async (typed: Credentials, onRefused: () => void): Promise<void> => {
    const wrong = emptyFields(typed, wanted);
    setEmpty(wrong);
    setFailure(undefined);
    // The button stays busy while the cabinet loads.
    if (!wrong && (await enter({ ...typed, login: typed.login.trim() }))) {
      navigate(destination(search), { replace: true });
    } else onRefused();
  };

  return {
    submit,
    isPending,
    wanted,
    errors: empty ?? errorsOf(failure),
    /** Seconds until the next attempt is possible; 0 when the lock has just run out; undefined without one. */
    lockedFor: secondsLeft === undefined ? undefined : Math.max(secondsLeft, 0),
  };
}
