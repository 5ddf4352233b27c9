import { Link } from '#lib/router.tsx';
import { ServicePage } from '#parts/service-page.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import styles from './internet-page.module.css';

/** One internet service of any type: isg, ethernet, homenet, dial-up. */
export function Page() {
  return (
    <ServicePage
      kind="internet"
      entry={{ title: 'Вход в сеть', word: 'Логин' }}
      support="Сменить тариф, пароль или график доступа поможет поддержка"
      more={({ user_id }) => (
        <Card title="Плохо работает?">
          <ul className={styles.links}>
            <li>
              <Icon name="gauge" size="sm" />
              <Link to="/speed-test">Проверка скорости</Link>
            </li>
            <li>
              <Icon name="calendar" size="sm" />
              <Link to={`/internet/${user_id}/isg`}>История периодов</Link>
            </li>
            <li>
              <Icon name="message-question" size="sm" />
              <Link to="/support/contacts">Как связаться с&nbsp;поддержкой</Link>
            </li>
          </ul>
        </Card>
      )}
    />
  );
}
