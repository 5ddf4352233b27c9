import { useState, type ReactNode } from 'react';
import { Link } from '#web/lib/page/router.tsx';
import { useTheme, type Theme } from '#web/lib/page/look.ts';
import { BalancePill } from '#web/shared/frame/header/balance-pill.tsx';
import { PageHead } from '#web/shared/page/page-head.tsx';
import { ServiceState } from '#web/shared/service/text/service-state.tsx';
import { Button, ButtonRow, IconButton, LinkButton, TextButton } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Chips } from '#web/ui/field/choice.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Icon, type IconName } from '#web/ui/icon/icon.tsx';
import { iconPaths } from '#web/ui/icon/icon-paths.ts';
import { Mark } from '#web/ui/text/mark.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { Ruler } from '#web/ui/ruler/ruler.tsx';
import { Count, State, Tile } from '#web/ui/card/state.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { Choices, Fields } from './gallery-forms.tsx';
import { Lists, Words } from './gallery-lists.tsx';
import styles from './gallery.module.css';

// Shows every component in every state, in development only: check a changed component here first.

const themes = [
  { value: 'auto', text: 'Как в системе' },
  { value: 'light', text: 'Светлая' },
  { value: 'dark', text: 'Тёмная' },
] as const satisfies readonly { value: Theme; text: string }[];

function Actions() {
  return (
    <Card title="Кнопки">
      <div className={styles.pile}>
        <ButtonRow>
          <Button>Заплатить 629 ₽</Button>
          <Button look="soft">Пополнить</Button>
          <Button look="plain">Звонки</Button>
          <Button look="line">Отмена</Button>
          <Button look="cut">Отключить ТВ</Button>
        </ButtonRow>
        <ButtonRow>
          <Button busy>Заплатить 629 ₽</Button>
          <Button aria-disabled>Сменить тариф</Button>
          <Button size="sm" icon="clock" look="plain">
            Добавить время
          </Button>
          <LinkButton to="/ui" look="soft" size="sm">
            Ссылка
          </LinkButton>
          <IconButton icon="x" label="Закрыть" />
        </ButtonRow>
        <Button wide>Сохранить пятницу</Button>
        <p>
          Если прошло 10 минут, нажмите <TextButton>Найти мой платёж</TextButton> — поищем его.{' '}
          <Link to="/ui">Ссылка</Link>
        </p>
      </div>
    </Card>
  );
}

function States() {
  return (
    <Card title="Состояния" aside={<State tone="ok">Оплачено</State>}>
      <div className={styles.line}>
        <State tone="ok" quiet>
          Работает
        </State>
        <State tone="info">Подключаем</State>
        <State tone="wait">Включится 1 декабря</State>
        <State tone="bad">Отключён за долг</State>
        <State tone="off">Закрыта</State>
        <ServiceState user={{ state: 'paused', reason: null }} />
        <ServiceState user={{ state: 'blocked', reason: 'login_locked' }} />
        <Count value={3} />
        <Count value={1} calm />
      </div>
      <div className={styles.line}>
        <Tile icon="globe" />
        <Tile icon="tv" tone="ok" />
        <Tile icon="headset" tone="wait" />
        <Tile icon="lock" tone="bad" />
        <Tile icon="mail" tone="off" />
        <Mark />
        <BalancePill account="i" balance="1234.50" />
        <BalancePill account="t" balance="412.80" />
      </div>
    </Card>
  );
}

function Sums() {
  return (
    <Card title="Деньги">
      <div className={styles.pile}>
        <Money value="1234.50" size="xl" />
        <Money value="412.80" size="lg" />
        <div className={styles.line}>
          <Money value="1179.00" size="md" />
          <Money value="1200.00" size="md" signed />
          <Money value="-550.00" size="md" />
          <Money value="629.00" size="md" short />
        </div>
        <Ruler on="card" ticks={53} paid={42} marks={[...marks]} />
      </div>
    </Card>
  );
}

const marks = [
  { at: 0, label: 'Сегодня', note: '20 ноября', plain: true },
  { at: 11, label: '1 декабря', note: '−1 179 ₽' },
  { at: 42, label: '1 января', note: 'не хватит 1 123,50 ₽' },
] as const;

function Panel() {
  return (
    <div className={styles.panel}>
      <Money value="1234.50" size="xl" />
      <Ruler ticks={53} paid={42} marks={[...marks]} />
      <Ruler ticks={60} paid={52} week={6} low />
    </div>
  );
}

function Floating() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Card title="Поверх страницы">
      <ButtonRow>
        <Button look="plain" onClick={() => setOpen(true)}>
          Диалог
        </Button>
        <Button look="plain" onClick={() => saySuccess('Деньги пришли: +1 124 ₽', 'На счёте 2 358,50 ₽')}>
          Успех
        </Button>
        <Button
          look="plain"
          onClick={() => sayError(new Error('Нет связи с сервером'), 'Не вышло', 'Не удалось сохранить график')}
        >
          Ошибка
        </Button>
      </ButtonRow>
      <Dialog
        open={open}
        onClose={close}
        title="Перейти на «Волга 500»?"
        actions={
          <>
            <Button onClick={close}>Перейти 1 декабря</Button>
            <Button look="line" onClick={close}>
              Не менять
            </Button>
          </>
        }
      >
        <KeyValues
          list={[
            ['Когда', '1 декабря'],
            ['Было', '550 ₽ в месяц'],
            ['Станет', '690 ₽ в месяц'],
            ['Останется на счёте', '55,50 ₽'],
          ]}
        />
      </Dialog>
    </Card>
  );
}

function Icons(): ReactNode {
  return (
    <Card title="Значки">
      <div className={styles.line}>
        {Object.keys(iconPaths).map((name) => (
          <span key={name} title={name}>
            <Icon name={name as IconName} />
          </span>
        ))}
      </div>
    </Card>
  );
}

export function GalleryPage() {
  const [theme, setTheme] = useTheme();
  return (
    <main id="main" className={styles.page}>
      <PageHead title="Части интерфейса" lead="Каждая часть в каждом состоянии." />
      <Chips label="Тема" options={themes} value={theme} onChange={setTheme} />
      <Panel />
      <div className={styles.grid}>
        <Actions />
        <States />
        <Sums />
        <Fields />
        <Choices />
        <Lists />
        <Words />
        <Floating />
        <Icons />
      </div>
    </main>
  );
}
