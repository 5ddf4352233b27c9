import { useClient, useInternetAccount, useTelephone, type ServicesOverview } from '#web/shared/data/frame-data.ts';
import { useIncidents } from '#web/shared/data/incidents.ts';
import { isPartial, maySee, useRole } from '#web/shared/data/role.ts';
import { PageHead } from '#web/shared/page/page-head.tsx';
import type { Headline } from '../headline.ts';
import { useLeadOfHome } from '../home-data.ts';
import { HeadSkeleton } from '../home-skeleton.tsx';
import { AttentionCard } from './attention-card.tsx';
import { DownCards } from './down-cards.tsx';
import { Debt, ManyMoney } from './many-money.tsx';
import { manyHeadline } from './many.texts.ts';
import { MonthCard } from './month-card.tsx';
import { PlacesCard } from './places-card.tsx';
import { QuickTasks } from './quick-tasks.tsx';
import type { SharedParts } from './shared-parts.ts';
import { SpentCard } from './spent-card.tsx';
import styles from './many-home.module.css';

interface ManyHomeProps {
  parts: SharedParts;
  overview: ServicesOverview;
  ready: boolean;
  today: string;
}

/** The home of a contract of many services: exceptions, money, places; what is in order is counted (decision 0189). */
export function ManyHome({ parts, overview, ready, today }: ManyHomeProps) {
  const role = useRole();
  const seesMoney = maySee(role, '/payment/');
  return (
    <>
      <div className={styles.head}>
        <ManyHead overview={overview} today={today} />
        <QuickTasks overview={overview} />
      </div>
      {seesMoney && (
        <div className={styles.debt}>
          <Debt parts={parts} ready={ready} today={today} />
        </div>
      )}
      <div className={styles.grid} data-many>
        <div className={styles.first}>
          <DownCards overview={overview} today={today} />
          {role !== 'payer' && <AttentionCard overview={overview} today={today} />}
        </div>
        {seesMoney && (
          <div className={styles.money}>
            <ManyMoney parts={parts} ready={ready} today={today} />
          </div>
        )}
        <div className={styles.main}>
          <PlacesCard overview={overview} today={today} />
          {seesMoney && <SpentCard ready={ready} today={today} />}
        </div>
        <div className={styles.side}>
          {seesMoney && <MonthCard ready={ready} today={today} />}
          {!isPartial(role) && <parts.OrdersCard ready={ready} today={today} />}
        </div>
      </div>
    </>
  );
}

function ManyHead({ overview, today }: Pick<ManyHomeProps, 'overview' | 'today'>) {
  const { data: client } = useClient();
  const { data: internet, isLoading } = useInternetAccount();
  const { data: telephone } = useTelephone();
  const isHit = useIncidents().length > 0;
  if (!client || isLoading) return <HeadSkeleton />;
  return <Told {...manyHeadline({ overview, client, internet, telephone, isHit, today })} />;
}

const Told = ({ title, lead }: Headline) => <PageHead title={title} tab="Главная" {...useLeadOfHome(lead)} />;
