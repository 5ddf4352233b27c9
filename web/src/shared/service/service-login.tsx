import { saySuccess } from '#ui/toast-store.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { KeyValues } from '#ui/rows.tsx';
import { Link } from '#lib/router.tsx';
import type { User } from '#shared/data/frame-data.ts';
import styles from './service-login.module.css';

/** The clipboard may be forbidden: then the login on the screen can be copied by hand. */
const copy = (text: string): void => {
  void navigator.clipboard.writeText(text).then(
    () => saySuccess('Логин скопирован', text),
    () => undefined,
  );
};

interface ServiceLoginProps {
  user: User;
  /** The label of the login: «Логин», «Номер SIP», «Адрес ящика». */
  word: string;
  title: string;
}

/** Answers «какой у меня логин»: login, address of the service, account. */
export function ServiceLogin({ user: { login, address, account }, word, title }: ServiceLoginProps) {
  const money = account === 'i' ? 'Счёт «Интернет»' : 'Счёт «Телефон»';
  return (
    <div id="login" className={styles.anchor}>
      <Card title={title}>
        <KeyValues
          list={[
            [
              word,
              <span key="login" className={styles.login}>
                {login}
              </span>,
            ],
            ['Адрес', address],
            [
              'Платит',
              <Link key="account" to={`/payments-history/${account}`}>
                {money}
              </Link>,
            ],
          ]}
        />
        <div className={styles.copy}>
          <Button look="plain" size="sm" icon="copy" onClick={() => copy(login)}>
            Скопировать логин
          </Button>
        </div>
      </Card>
    </div>
  );
}
