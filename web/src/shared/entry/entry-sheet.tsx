import { useState } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, dayText, momentText } from '#web/lib/text/format.ts';
import { openSheet, type OpenSheet } from '#web/lib/page/sheet.ts';
import { useUsers, type User } from '#web/shared/data/frame-data.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { kindOf } from '#web/shared/service/text/service-state.tsx';
import { Button, ButtonRow, TextButton } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { CopyButton } from './copy-button.tsx';
import { useEntry, type InternetEntry } from './entry-data.ts';
import styles from './entry.module.css';
import { NewPassword } from './new-password.tsx';
import { needsLogin, RouterSettings } from './router-settings.tsx';

interface EntrySheetProps {
  sheet: OpenSheet;
  onClose: () => void;
}

/** «Логин и вход»: the login, the password, the settings of a router, all on one sheet. */
export function EntrySheet({ sheet, onClose }: EntrySheetProps) {
  const lines = useLines();
  const line = lines?.find(({ user_id: id }) => id === sheet.userId) ?? lines?.[0];
  const answer = useEntry(line?.user_id);
  return (
    <Dialog open onClose={onClose} title="Логин и&nbsp;вход">
      {lines?.length === 0 ? (
        <Empty icon="globe" title="Интернета в договоре нет">
          Логины ТВ, почты и&nbsp;телефонии — на&nbsp;страницах этих услуг.
        </Empty>
      ) : (
        <div className={styles.body}>
          <Loaded
            alone
            answer={answer}
            failed="Не удалось загрузить логин."
            skeleton={<SkeletonRows label="Загружаем логин" count={4} tile={false} />}
          >
            {(entry) => <Known key={entry.user_id} entry={entry} line={line} />}
          </Loaded>
          <Others lines={lines} shown={line} />
        </div>
      )}
    </Dialog>
  );
}

/** The internet services of the client. */
const useLines = (): readonly User[] | undefined =>
  useUsers().data?.filter(({ user_type: type }) => kindOf(type) === 'internet');

function Known({ entry, line }: { entry: InternetEntry; line: User | undefined }) {
  const [isSetting, setSetting] = useState(false);
  return (
    <>
      <p className={styles.lead}>
        {line && `${line.name}. `}
        {leadOf(entry)}
      </p>
      <Login login={entry.login} />
      {isSetting ? (
        <NewPassword entry={entry} onCancel={() => setSetting(false)} />
      ) : (
        <Password entry={entry} onForgotten={() => setSetting(true)} />
      )}
      {entry.router && <RouterSettings router={entry.router} login={entry.login} />}
      {entry.session && (
        <p className={styles.note}>
          {`Сейчас в\u00a0сети: с\u00a0${momentText(entry.session.since, dayOf(now()))}`}
          {entry.session.mac !== null && `, устройство ${entry.session.mac.toUpperCase()}`}.
        </p>
      )}
    </>
  );
}

function leadOf({ is_by_line: isByLine, router }: InternetEntry): string {
  if (isByLine) return 'Линия узнаёт роутер сама. Логин и\u00a0пароль нужны новому роутеру.';
  return needsLogin(router)
    ? 'Впишите их в\u00a0роутер один раз.'
    : 'Роутеру хватает кабеля: логина и\u00a0пароля он не\u00a0спросит.';
}

function Login({ login }: { login: string }) {
  const [isBig, setBig] = useState(false);
  return (
    <section className={styles.part} aria-label="Логин">
      <h3>Логин</h3>
      {isBig && <p className={styles.big}>{login}</p>}
      <div className={styles.head}>
        {!isBig && <p className={styles.value}>{login}</p>}
        <CopyButton what="логин" value={login} />
      </div>
      <p className={styles.note}>
        <TextButton onClick={() => setBig(!isBig)}>{isBig ? 'Показать обычно' : 'Показать крупно'}</TextButton>
      </p>
    </section>
  );
}

/** The state of the password. The portal never shows the password itself. */
function Password({ entry: { password }, onForgotten }: { entry: InternetEntry; onForgotten: () => void }) {
  const { control, changed_at: at } = password;
  const isLocked = control.status === 'locked';
  return (
    <section className={styles.part} aria-label="Пароль">
      <h3>Пароль</h3>
      <div className={styles.head}>
        <p className={styles.value} aria-hidden="true">
          ••••••••
        </p>
        {!isLocked && (
          <Button look="soft" size="sm" icon="key" onClick={onForgotten}>
            Не&nbsp;помню
          </Button>
        )}
      </div>
      <p className={styles.note}>
        {at !== null && `Задан ${dayText(dayOf(at), dayOf(now()))}. `}
        {isLocked ? `${control.text}.` : 'Показать нельзя, можно задать новый по\u00a0коду.'}
      </p>
    </section>
  );
}

/** More lines than this are reached from their own pages. */
const MOST_OTHERS = 6;

function Others({ lines = [], shown }: { lines: readonly User[] | undefined; shown: User | undefined }) {
  const others = lines.filter(({ user_id: id }) => id !== shown?.user_id);
  if (others.length === 0) return null;
  return (
    <section className={styles.part} aria-label="Другой интернет">
      <h3>Другой интернет</h3>
      <ButtonRow>
        {others.slice(0, MOST_OTHERS).map(({ user_id: userId, name }) => (
          <Button key={userId} look="plain" size="sm" onClick={() => openSheet({ name: 'entry', userId })}>
            {name}
          </Button>
        ))}
      </ButtonRow>
    </section>
  );
}
