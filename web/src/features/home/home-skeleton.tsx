import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Skeleton, SkeletonRows } from '#web/ui/card/skeleton.tsx';
import home from './home.module.css';
import panel from './money/money-panel.module.css';
import styles from './home-skeleton.module.css';

/** Heading and line below it. */
export function HeadSkeleton() {
  return (
    <div className={styles.head} aria-busy="true">
      <h1>
        <VisuallyHidden>Загружаем главную</VisuallyHidden>
        <Skeleton width="22rem" height="2.25rem" />
      </h1>
      <Skeleton width="30rem" height="1.25rem" />
    </div>
  );
}

/** Both accounts: the panel is already dark, only its texts load. */
export function PursesSkeleton() {
  return (
    <div className={home.purses}>
      <PanelSkeleton />
      <PurseSkeleton />
    </div>
  );
}

/** A service that does not work. */
export const FailureSkeleton = () => <Skeleton height="max(18rem, 34rem - 30vw)" round="md" />;

/** The second account. */
export function PurseSkeleton() {
  return (
    <Card>
      <div className={styles.purse}>
        <Skeleton width="9rem" />
        <Skeleton width="8rem" height="2.25rem" round="md" />
        <Skeleton width="14rem" />
        <Skeleton height="2.5rem" round="md" />
      </div>
    </Card>
  );
}

function PanelSkeleton() {
  return (
    <div className={`${panel.panel ?? ''} ${styles.panel ?? ''}`} aria-busy="true">
      <VisuallyHidden>Загружаем баланс</VisuallyHidden>
      <Skeleton width="11rem" />
      <Skeleton width="14rem" height="3rem" round="md" />
      <Skeleton width="17rem" height="1.375rem" />
      <span className={styles.gap} />
      <Skeleton height="2.25rem" />
      <Skeleton width="60%" />
    </div>
  );
}

export function ServicesSkeleton() {
  return (
    <Card title="Услуги">
      <SkeletonRows label="Загружаем услуги" count={4} />
    </Card>
  );
}

/** A side card while its lines load. */
function LinesSkeleton({ title, label }: { title: string; label: string }) {
  return (
    <Card title={title}>
      <SkeletonRows label={label} count={3} tile={false} />
    </Card>
  );
}

export const NextChargeSkeleton = () => <Skeleton height="10rem" round="md" />;

/** The strip of a promised payment: higher on a phone, where its text and button need more lines. */
export const PromiseSkeleton = () => <Skeleton height="max(5rem, 14rem - 18vw)" round="md" />;

export const OrdersSkeleton = () => <LinesSkeleton title="Заявки" label="Загружаем заявки" />;

export const OperationsSkeleton = () => <LinesSkeleton title="Последние операции" label="Загружаем операции" />;
