import { Suspense, useEffect } from 'react';
import { send } from '#web/api/client.ts';
import { contract, type Wire } from '#web/api/contract.ts';
import { phone } from '#web/lib/text/format.ts';
import { useProvider } from '#web/lib/page/provider.ts';
import { Link, useLocation } from '#web/lib/page/router.tsx';
import { readStored, useStoredReader, writeStored } from '#web/lib/page/stored.ts';
import { Brand } from '#web/shared/frame/header/brand.tsx';
import { lazyPart, Nothing } from '#web/shared/page/lazy-part.tsx';
import { PageHead } from '#web/shared/page/page-head.tsx';
import { SkipLink } from '#web/ui/text/hidden.tsx';
import { BrandRuler } from './brand-ruler.tsx';
import { loginWith } from './login-address.ts';
import { SignInForm } from './sign-in-form.tsx';
import styles from './sign-in.module.css';

const RecoveryForm = lazyPart(async () => (await import('./recovery-form.tsx')).RecoveryForm);

const Reason = lazyPart(async () => (await import('./reason.tsx')).Reason, Nothing);
const PasskeyWay = lazyPart(async () => (await import('./passkey-way.tsx')).PasskeyWay, Nothing);

/** One constant element, so that a change around it does not make React discard the markup that the server has rendered. */
const passkeyWay = (
  <Suspense fallback={null}>
    <PasskeyWay />
  </Suspense>
);

interface Phone {
  label: string;
  phone: string;
}

type Town = Wire<typeof contract.byDefault.getTown>;

/** The visitor's town by address; cached for an hour (specification, 4). */
function useTown(): Town | undefined {
  const read = useStoredReader();
  useEffect(() => {
    if (readStored<Town | undefined>('town', undefined) !== undefined) return;
    const keep = (answer: Town): void => writeStored('town', answer, contract.byDefault.getTown.freshFor);
    // Without a town, the operator’s own phones are shown.
    send(contract.byDefault.getTown, {}).then(keep, () => undefined);
  }, []);
  return read<Town | undefined>('town', undefined);
}

/** The phones of the visitor's town; until they are loaded, those of the operator. */
function usePhones(): { town: string | undefined; phones: readonly Phone[] } {
  const { support_phones: own } = useProvider();
  const found = useTown();
  const isKnown = found !== undefined && !found.is_default;
  return { town: isKnown ? found.town : undefined, phones: found && found.phones.length > 0 ? found.phones : own };
}

const PhoneLink = ({ digits }: { digits: string }) => <a href={`tel:+${digits.replace(/\D/g, '')}`}>{phone(digits)}</a>;

/** /login */
export function SignInPage() {
  // What the former session was waiting for.
  useEffect(() => {
    writeStored('awaited', undefined, 0);
  }, []);
  const { town, phones } = usePhones();
  const [first] = phones;
  const { search } = useLocation();
  const asked = new URLSearchParams(search);
  const isForgotten = asked.has('forgot');
  return (
    <>
      <SkipLink />
      <div className={styles.gate}>
        <main className={styles.door} id="main" tabIndex={-1}>
          <Brand className={styles.brand} />
          <div>
            {isForgotten ? (
              <Suspense fallback={null}>
                <RecoveryForm phone={first && <PhoneLink digits={first.phone} />} />
              </Suspense>
            ) : (
              <>
                <PageHead title="Вход в кабинет" />
                <div className={styles.reason}>
                  <Suspense fallback={null}>{asked.has('why') && <Reason />}</Suspense>
                </div>
                <SignInForm />
                {passkeyWay}
                <p className={styles.forgot}>
                  <Link to={loginWith(search, 'forgot')}>Забыли пароль?</Link>
                </p>
              </>
            )}
          </div>
        </main>
        <aside className={styles.side} aria-label="Связь с провайдером">
          <div className={styles.inner}>
            <BrandRuler />
            <div className={styles.phones}>
              <h2>{town ?? 'Поддержка'}</h2>
              {phones.map(({ label, phone: digits }) => (
                <p key={digits}>
                  <span>{label}</span>
                  <PhoneLink digits={digits} />
                </p>
              ))}
            </div>
            <p className={styles.muted}>
              Ещё не&nbsp;с&nbsp;нами?{' '}
              <a href={`${import.meta.env.BASE_URL}support/new-client`}>
                Узнайте, что можно подключить в&nbsp;вашем доме
              </a>
              , или позвоните.
            </p>
          </div>
        </aside>
      </div>
    </>
  );
}
