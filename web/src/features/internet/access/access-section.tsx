// `AccessSection`: login, password and automatic authentication of an internet service: <AccessSection user={user} />. Loaded later, with its page.
import { contract } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf } from '#web/lib/text/format.ts';
import type { User } from '#web/shared/data/frame-data.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { IconButton } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { copyText } from '#web/ui/toast/copy.ts';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { AccessRow } from './access-row.tsx';
import styles from './access-section.module.css';
import { AutoAuth, Device } from './auto-auth.tsx';
import { PasswordRow } from './password-row.tsx';
import { useAutoAuth } from './use-auto-auth.ts';

/** Answers «какой у меня логин и пароль», whether they are needed at all, and which device can connect. */
export function AccessSection({ user }: { user: User }) {
  const id = String(user.user_id);
  const autoAuth = useAutoAuth(id);
  const policy = useCall(contract.user.passwordPolicy, { params: { id } });
  return (
    <div id="login" className={styles.anchor}>
      <Card title="Вход в сеть">
        <div className={styles.rows}>
          <AccessRow
            name="Логин"
            action={
              <IconButton
                icon="copy"
                label="Скопировать логин"
                onClick={() => void copyText(user.login, 'Логин скопирован', user.login)}
              />
            }
          >
            <b className={styles.login}>{user.login}</b>
          </AccessRow>
          <Loaded
            answer={policy}
            failed="Не удалось загрузить сведения о пароле."
            skeleton={<SkeletonRows label="Загружаем пароль" count={1} tile={false} />}
          >
            {(known) => <PasswordRow user={user} policy={known} />}
          </Loaded>
          <Loaded
            answer={autoAuth}
            failed="Не удалось загрузить настройку входа без пароля."
            skeleton={<SkeletonRows label="Загружаем вход без пароля" count={2} tile={false} />}
          >
            {(known) => (
              <>
                <AutoAuth user={user} known={known} />
                <Device known={known} today={dayOf(now())} />
              </>
            )}
          </Loaded>
        </div>
      </Card>
    </div>
  );
}
