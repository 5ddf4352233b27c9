import { Button } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { copyText } from '#web/ui/toast/copy.ts';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { Link } from '#web/lib/page/router.tsx';
import type { User } from '#web/shared/data/frame-data.ts';
import styles from './service-login.module.css';

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
          <Button look="plain" size="sm" icon="copy" onClick={() => void copyText(login, 'Логин скопирован', login)}>
            Скопировать логин
          </Button>
        </div>
      </Card>
    </div>
  );
}
