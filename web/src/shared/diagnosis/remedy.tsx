import { Suspense, type ReactNode } from 'react';
import { openSheet } from '#web/lib/page/sheet.ts';
import { lazyPart } from '#web/shared/page/lazy-part.tsx';
import { LaterPromisedWay } from '#web/shared/money/promised/later-promised.tsx';
import { useUsers, type User } from '#web/shared/data/frame-data.ts';
import { isPartial, useRole } from '#web/shared/data/role.ts';
import { ForOwner } from '#web/shared/service/for-owner.tsx';
import { PayDebt } from '#web/shared/service/page/service-trouble.tsx';
import { SupportButton } from '#web/shared/service/page/service-support.tsx';
import { Button, LinkButton, TextButton } from '#web/ui/button/button.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import type { CheckCause, Diagnosis } from './diagnosis-data.ts';
import styles from './diagnosis.module.css';
import { IncidentWay } from './incident-way.tsx';
import { ScheduleWay } from './schedule-way.tsx';
import { UnlockButton } from './unlock-button.tsx';

const SuspensionNow = lazyPart(async () => (await import('#web/shared/suspension/suspension-now.tsx')).SuspensionNow);

interface RemedyProps {
  checked: Diagnosis;
  /** Checks once more. */
  onAgain: () => void;
  /** The form of an order, for causes that only support can remove. */
  order: ReactNode;
  /** Shows the order at once, after the client has tried himself. */
  onOrder: () => void;
}

const pageOf = ({ service }: Diagnosis): string =>
  service === null ? '/' : `/${service.kind}/${service.user_id ?? service.phone_number ?? ''}`;

const Debt = ({ checked: { service } }: RemedyProps) => (
  <>
    <PayDebt p={service?.account ?? 'i'} wide />
    <LaterPromisedWay p={service?.account ?? 'i'} />
  </>
);

const Unlock = ({ checked: { service } }: RemedyProps) =>
  service?.user_id == null ? null : (
    <>
      <UnlockButton user={{ user_id: service.user_id }} wide />
      <p className={styles.under}>
        Меняли пароль или роутер?{' '}
        <TextButton onClick={() => openSheet({ name: 'entry', userId: service.user_id ?? undefined })}>
          Проверьте логин и&nbsp;пароль
        </TextButton>
        , иначе вход закроется снова.
      </p>
    </>
  );

function Paused({ checked: { service } }: RemedyProps) {
  const { data: users = [] } = useUsers();
  const user = users.find(({ user_id: id }: User) => id === service?.user_id);
  if (!user) return <SupportButton wide />;
  return (
    <Suspense fallback={<SkeletonRows label="Загружаем условия паузы" count={1} tile={false} />}>
      <SuspensionNow user={user} />
    </Suspense>
  );
}

const Schedule = ({ checked: { service } }: RemedyProps) =>
  service?.user_id == null ? null : <ScheduleWay userId={service.user_id} />;

const Call = () => <SupportButton look="solid" wide />;

/** The other device loses its session, and the one that waits enters by itself. */
const SecondDevice = ({ checked: { service } }: RemedyProps) =>
  service?.user_id == null ? null : (
    <UnlockButton user={{ user_id: service.user_id }} wide text="Завершить тот&nbsp;сеанс" />
  );

const Password = ({ checked: { service }, onAgain }: RemedyProps) => (
  <>
    <Button wide onClick={() => openSheet({ name: 'entry', userId: service?.user_id ?? undefined })}>
      Логин и&nbsp;пароль
    </Button>
    <p className={styles.under}>
      Роутер войдёт, как только узнает верный. <TextButton onClick={onAgain}>Проверить снова</TextButton>
    </p>
  </>
);

const Router = ({ onAgain, onOrder }: RemedyProps) => (
  <>
    <ol className={styles.steps}>
      <li>Проверьте, горят ли лампочки на&nbsp;роутере.</li>
      <li>Выньте питание на&nbsp;30&nbsp;секунд и&nbsp;включите снова.</li>
    </ol>
    <Button wide onClick={onAgain}>
      Готово, проверить снова
    </Button>
    <p className={styles.under}>
      Ждём роутер сами: увидим — скажем здесь. <TextButton onClick={onOrder}>Не&nbsp;помогло, нужна заявка</TextButton>
    </p>
  </>
);

const Telephone = ({ checked, onOrder }: RemedyProps) => (
  <>
    <LinkButton to={pageOf(checked)} wide>
      Настроить телефон
    </LinkButton>
    <p className={styles.under}>
      Ждём его сами: увидим — скажем здесь. <TextButton onClick={onOrder}>Не&nbsp;помогло, нужна заявка</TextButton>
    </p>
  </>
);

const Applying = ({ onAgain }: RemedyProps) => (
  <Button look="soft" wide onClick={onAgain}>
    Проверить снова
  </Button>
);

const Space = ({ checked }: RemedyProps) => (
  <LinkButton to={pageOf(checked)} wide>
    Освободить место
  </LinkButton>
);

const Limit = ({ checked }: RemedyProps) => (
  <LinkButton to={pageOf(checked)} wide>
    Поднять лимит
  </LinkButton>
);

const Order = ({ order }: RemedyProps) => order;

const ways: Record<CheckCause, (props: RemedyProps) => ReactNode> = {
  none: Order,
  slow: Order,
  debt: Debt,
  incident: ({ checked }) => <IncidentWay incidentId={checked.incident_id} />,
  login_locked: Unlock,
  session_stuck: Unlock,
  binding_stale: Unlock,
  paused: Paused,
  schedule: Schedule,
  connecting: Call,
  closed: Call,
  abuse: Call,
  operator: Call,
  repair: Call,
  applying: Applying,
  line: Router,
  wrong_password: Password,
  second_device: SecondDevice,
  nas_silent: Applying,
  no_phone: Telephone,
  full: Space,
  spent: Limit,
};

/** Shown instead of a cure that only the owner of the contract may use. */
const OWNERS: Partial<Record<CheckCause, string>> = {
  debt: 'Заплатить может владелец договора.',
  paused: 'Снять паузу может владелец договора.',
  no_phone: 'Настроить телефон может владелец договора.',
  full: 'Освободить место может владелец договора.',
  spent: 'Поднять лимит может владелец договора.',
};

/** The one button that helps against the cause. */
export function Remedy(props: RemedyProps) {
  const { cause } = props.checked.finding;
  const Way = ways[cause];
  const owners = isPartial(useRole()) ? OWNERS[cause] : undefined;
  return (
    <div className={styles.cure}>
      {owners === undefined ? (
        <Way {...props} />
      ) : (
        <>
          <ForOwner>{owners}</ForOwner>
          <Applying {...props} />
        </>
      )}
    </div>
  );
}
