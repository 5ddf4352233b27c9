import { useState } from 'react';
import { contract, type Wire } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { counted, dayOf, dayText } from '#web/lib/text/format.ts';
import { Link } from '#web/lib/page/router.tsx';
import { useRole } from '#web/shared/data/role.ts';
import { Button, TextButton } from '#web/ui/button/button.tsx';
import { ErrorBlock } from '#web/ui/card/callout.tsx';
import { Card, Columns, Stack } from '#web/ui/card/card.tsx';
import { Switch } from '#web/ui/field/choice.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { Rows } from '#web/ui/text/rows.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Tile } from '#web/ui/card/state.tsx';
import { BackupCodesDialog } from './backup-codes-dialog.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { DisableDialog, EnableDialog } from './second-step-dialogs.tsx';
import { RecoveryWays } from './recovery-ways.tsx';
import { StrangeSignIn } from './strange-sign-in.tsx';
import { Sessions } from './sessions.tsx';
import styles from '../settings.module.css';

type Ways = Wire<typeof contract.security.get>;
type Open = 'password' | 'enable' | 'disable' | 'codes';

/** How the subscriber signs in, and on which devices the cabinet is open. */
export function Security() {
  // A person without a contract has nothing but her sign-in.
  const isWhole = useRole() === undefined;
  return (
    <Stack>
      {isWhole && <StrangeSignIn />}
      <Columns>
        <Stack>
          <WaysIn />
          <Sessions />
        </Stack>
        <Stack>
          {isWhole && <RecoveryWays />}
          {isWhole && <Others />}
        </Stack>
      </Columns>
    </Stack>
  );
}

const Others = () => (
  <Card>
    <Rows>
      <Link to="/settings/access" className={styles.part}>
        <Tile icon="key" />
        <span>
          <b>Кто ещё может войти</b>
          <small>Ключи, доступы других, контакты и&nbsp;чаты на одной странице. Чужое можно удалить</small>
        </span>
        <Icon name="chevron-right" size="sm" />
      </Link>
    </Rows>
  </Card>
);

function WaysIn() {
  const { data: ways, error, refetch } = useCall(contract.security.get, {});
  if (error && !ways) {
    return (
      <Card title="Как вы входите">
        <ErrorBlock title="Не удалось узнать, как защищён вход." onRetry={() => void refetch()}>
          Пароль и второй шаг действуют как прежде.
        </ErrorBlock>
      </Card>
    );
  }
  return (
    <>
      <Card title="Как вы входите">
        {ways ? <WayRows ways={ways} /> : <SkeletonRows label="Загружаем способы входа" />}
      </Card>
      {ways ? (
        <Passkeys {...ways} />
      ) : (
        <Card title="Ключи входа">
          <SkeletonRows label="Загружаем ключи входа" count={2} tile={false} />
        </Card>
      )}
    </>
  );
}

/** «Сменили 3 марта». */
const changedText = (changedAt: string | null): string =>
  changedAt === null
    ? 'Пароля нет, в кабинет входят ключами.'
    : `Сменили ${dayText(dayOf(changedAt), dayOf(now()))}. Новый сверим с\u00a0известными утечками.`;

function WayRows({ ways: { password, second_step: step } }: { ways: Ways }) {
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const isOn = step.enabled_at !== null;
  const change = password.changed_at === null ? 'Придумать' : 'Сменить';
  return (
    <>
      <Rows>
        <div className={styles.way}>
          <span>
            <b>Пароль кабинета</b>
            <small>{changedText(password.changed_at)}</small>
          </span>
          <Button look="line" size="sm" aria-label={`${change} пароль кабинета`} onClick={() => setOpen('password')}>
            {change}
          </Button>
        </div>
        <div className={styles.way}>
          <span>
            <b>Второй шаг: код из&nbsp;приложения</b>
            <small>
              {isOn ? (
                <>
                  Спрашиваем на новом устройстве. {codesLeft(step.backup_codes_left)}{' '}
                  <TextButton onClick={() => setOpen('codes')}>Новые коды</TextButton>
                </>
              ) : (
                'С ним одного пароля мало: на\u00a0новом устройстве понадобится ещё и\u00a0ваш телефон.'
              )}
            </small>
          </span>
          <Switch
            label="Второй шаг: код из приложения"
            on={isOn}
            onChange={() => setOpen(isOn ? 'disable' : 'enable')}
          />
        </div>
      </Rows>
      <PasswordDialog open={open === 'password'} policy={password} onClose={close} />
      <EnableDialog open={open === 'enable'} onClose={close} />
      <DisableDialog open={open === 'disable'} onClose={close} />
      <BackupCodesDialog open={open === 'codes'} left={step.backup_codes_left} onClose={close} />
    </>
  );
}

const codesLeft = (left: number): string =>
  left === 0
    ? 'Запасных кодов не осталось.'
    : `Осталось ${counted(left, 'запасной код', 'запасных кода', 'запасных кодов')}.`;
