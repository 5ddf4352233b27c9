import { contract } from '#api/contract.ts';
import { useCall } from '#api/use-call.ts';
import { phone } from '#lib/format.ts';
import { useProvider } from '#lib/provider.ts';
import { Brand } from '#parts/brand.tsx';
import { PageHead } from '#parts/page-head.tsx';
import { SkipLink } from '#ui/hidden.tsx';
import { BrandRuler } from './brand-ruler.tsx';
import { SignInForm } from './sign-in-form.tsx';
import styles from './sign-in.module.css';

interface Phone {
  label: string;
  phone: string;
}

/** The phones of the town where the visitor seems to be; until they come, those of the operator. */
function usePhones(): { town: string | undefined; phones: readonly Phone[] } {
  const { support_phones: own } = useProvider();
  const { data } = useCall(contract.byDefault.getTown, {});
  const isKnown = data !== undefined && !data.is_default;
  return { town: isKnown ? data.town : undefined, phones: data && data.phones.length > 0 ? data.phones : own };
}

const PhoneLink = ({ digits }: { digits: string }) => <a href={`tel:+${digits.replace(/\D/g, '')}`}>{phone(digits)}</a>;

/** /login */
export function Page() {
  const { town, phones } = usePhones();
  const [first] = phones;
  return (
    <>
      <SkipLink />
      <div className={styles.gate}>
        <main className={styles.door} id="main" tabIndex={-1}>
          <Brand className={styles.brand} />
          <div>
            <PageHead title="Вход в кабинет" />
            <SignInForm />
            {first && (
              <p className={styles.forgot}>
                Забыли пароль? Позвоните: <PhoneLink digits={first.phone} />
              </p>
            )}
          </div>
        </main>
        <aside className={styles.side} aria-label="Связь с провайдером">
          <div className={styles.inner}>
            <BrandRuler />
            <div className={styles.phones}>
              {town !== undefined && <h2>{town}</h2>}
              {phones.map(({ label, phone: digits }) => (
                <p key={digits}>
                  <span>{label}</span>
                  <PhoneLink digits={digits} />
                </p>
              ))}
            </div>
            <p className={styles.muted}>Ещё не с нами? Позвоните: проверим ваш дом и&nbsp;подключим.</p>
          </div>
        </aside>
      </div>
    </>
  );
}
