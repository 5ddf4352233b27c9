import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from '#lib/router.tsx';
import { ApiError, NetworkError } from '#api/api-error.ts';
import { contract } from '#api/contract.ts';
import { beginSession } from '#api/session.ts';
import { useAction } from '#api/use-call.ts';
import { nowMs } from '#lib/clock.ts';
import { readable } from '#lib/readable.ts';
import { useNow } from '#lib/use-now.ts';
import { destination } from './destination.ts';

export interface Credentials {
  login: string;
  password: string;
}

/** What is wrong, and where it is said. */
export interface SignInErrors {
  login?: string | undefined;
  password?: string | undefined;
  /** Not the fault of a field: no network, the server is away. */
  form?: string | undefined;
}

interface Lock {
  /** The only login that is locked; undefined: all of them, because too many requests came from here. */
  login: string | undefined;
  /** Milliseconds of the epoch. */
  until: number;
}

const AWAY = 'Сервер сейчас не отвечает. Повторите через минуту';

function emptyFields({ login, password }: Credentials): SignInErrors | undefined {
  const errors: SignInErrors = {
    ...(login.trim() === '' && { login: 'Введите номер договора, телефон или почту' }),
    ...(password === '' && { password: 'Введите пароль' }),
  };
  return Object.keys(errors).length > 0 ? errors : undefined;
}

/** The server never tells which of the two was wrong; the words stand at the password, because it is typed again first. */
function errorsOf(failure: Error | null): SignInErrors {
  if (failure === null || lockSeconds(failure) !== undefined) return {};
  if (failure instanceof NetworkError) return { form: failure.message };
  if (!(failure instanceof ApiError)) return { form: AWAY };
  if (failure.code === 'login_refused') return { password: readable(failure.message, 'Логин или пароль не подошли') };
  const { 'body.login': login, 'body.password': password } = failure.errors;
  return login === undefined && password === undefined
    ? { form: readable(failure.message, AWAY) }
    : { login, password };
}

const lockSeconds = (failure: Error): number | undefined =>
  failure instanceof ApiError && failure.status === 429 ? (failure.retryAfter ?? 30) : undefined;

const isFor = (lock: Lock | undefined, login: string): lock is Lock =>
  lock !== undefined && (lock.login === undefined || lock.login === login.trim());

/** Signing in: sends, says what is wrong, counts down a lock, and leads to where one was going. */
export function useSignIn(login: string) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { mutate, isPending, error, reset } = useAction(contract.auth.token, { outdates: [] });
  const [empty, setEmpty] = useState<SignInErrors>();
  const [lock, setLock] = useState<Lock>();
  const now = useNow(lock !== undefined && lock.until > nowMs());
  const secondsLeft = isFor(lock, login) ? Math.ceil((lock.until - now) / 1000) : undefined;

  const enter = (): void => {
    // What another contract may have left in memory is gone before the first screen is drawn.
    cache.clear();
    beginSession();
    navigate(destination(search), { replace: true });
  };

  const refuse = (failure: Error, credentials: Credentials): void => {
    const seconds = lockSeconds(failure);
    if (seconds === undefined) return;
    const isOne = failure instanceof ApiError && failure.code === 'login_locked';
    setLock({ login: isOne ? credentials.login : undefined, until: nowMs() + seconds * 1000 });
  };

  const submit = (typed: Credentials, onRefused: () => void): void => {
    const wrong = emptyFields(typed);
    setEmpty(wrong);
    if (wrong) {
      reset();
      onRefused();
      return;
    }
    const credentials = { login: typed.login.trim(), password: typed.password };
    mutate(
      { body: { grant: 'password', ...credentials } },
      {
        onSuccess: enter,
        onError: (failure) => {
          refuse(failure, credentials);
          onRefused();
        },
      },
    );
  };

  return {
    submit,
    isPending,
    errors: empty ?? errorsOf(error),
    /** Seconds until the next attempt is possible; 0 when the lock has just run out; undefined without one. */
    lockedFor: secondsLeft === undefined ? undefined : Math.max(secondsLeft, 0),
  };
}
