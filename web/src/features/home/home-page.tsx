import { now } from '#web/lib/clock/clock.ts';
import { cx } from '#web/lib/text/cx.ts';
import { dayOf } from '#web/lib/text/format.ts';
import {
  useClient,
  useInternetAccount,
  useMany,
  usePhoneNumbers,
  useTelephone,
  useUsers,
  type Account,
} from '#web/shared/data/frame-data.ts';
import { useFixedBy, useHit } from '#web/shared/data/incidents.ts';
import { isPartial, maySee, useRole } from '#web/shared/data/role.ts';
import { PageHead } from '#web/shared/page/page-head.tsx';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { listedNumbers, listedUsers, type ListedService } from '#web/shared/service/text/service.texts.ts';
import { ErrorBlock } from '#web/ui/card/callout.tsx';
import { Card, Columns, Stack } from '#web/ui/card/card.tsx';
import { brokenOf } from './broken.ts';
import { headline, type Headline } from './headline.ts';
import { useHomeBatch, useLeadOfHome } from './home-data.ts';
import styles from './home.module.css';
import { HeadSkeleton, PursesSkeleton, ServicesSkeleton } from './home-skeleton.tsx';
import { MoneyPanel } from './money/money-panel.tsx';
import { QuickActions } from './quick-actions.tsx';
import {
  LaterCalmPurse,
  LaterManyHome,
  LaterNextCharge,
  LaterNothingCame,
  LaterOperationsCard,
  LaterOrdersCard,
  LaterSinceLastVisit,
  LaterTelephoneCard,
} from './later-parts.tsx';
import { LaterFailureCards, LaterPromiseStrip, LaterTroubleCard } from './seldom-parts.tsx';
import { ServicesCard } from './services/services-card.tsx';

interface Services {
  services: ListedService[] | undefined;
  users: ReturnType<typeof useUsers>;
  numbers: ReturnType<typeof usePhoneNumbers>;
}

/** Service accounts and phone numbers as one list; a failure to load numbers does not delay the rest. */
function useServices(): Services {
  const isFew = useMany() === null;
  const users = useUsers(isFew);
  const numbers = usePhoneNumbers(isFew);
  const isComplete = users.data && (numbers.data ?? numbers.error);
  const hit = useHit();
  const services = isComplete
    ? [...listedUsers(users.data, hit), ...listedNumbers(numbers.data ?? [], hit)]
    : undefined;
  return { services, users, numbers };
}

const NOT_ALL_CAME = 'Не всё загрузилось: что именно, написано ниже.';

function HomeHead({
  services,
  failed,
  today,
}: {
  services: ListedService[] | undefined;
  failed: boolean;
  today: string;
}) {
  const { data: client, error } = useClient();
  const { data: internet, isLoading } = useInternetAccount();
  const { data: telephone } = useTelephone();
  const fixedBy = useFixedBy();
  if (!client) return error ? <PageHead title="Главная" lead={NOT_ALL_CAME} /> : <HeadSkeleton />;
  if (!services && failed) return <PageHead title={client.client_name} tab="Главная" lead={NOT_ALL_CAME} />;
  if (!services || isLoading) return <HeadSkeleton />;
  return <Told {...headline({ client, services, internet, telephone, fixedBy, today })} />;
}

const Told = ({ title, lead }: Headline) => <PageHead title={title} tab="Главная" {...useLeadOfHome(lead)} />;

interface PursesProps {
  services: readonly ListedService[];
  ready: boolean;
  today: string;
}

/** The money: the panel of the internet account, or its load error, and the telephone account beside it. */
function Purses({ services, ready, today }: PursesProps) {
  const internet = useInternetAccount();
  const telephone = useTelephone();
  const isCalm = brokenOf(services).length > 0;
  return (
    <Loaded
      title="Счёт «Интернет»"
      answer={internet}
      failed="Не удалось загрузить счёт «Интернет»."
      skeleton={<PursesSkeleton />}
    >
      {(account) => (
        <div className={cx(isStacked(account, telephone.data) ? styles.stack : styles.purses, isCalm && styles.even)}>
          {account.blocked ? (
            <LaterTroubleCard account={account} services={services} ready={ready} today={today} />
          ) : isCalm ? (
            <LaterCalmPurse account={account} today={today} />
          ) : (
            <MoneyPanel account={account} ready={ready} today={today} />
          )}
          {/* A contract without telephones has a result without an account. */}
          {(telephone.data ?? telephone.error) && (
            <Loaded
              title="Счёт «Телефон»"
              answer={telephone}
              failed="Не удалось загрузить счёт «Телефон»."
              skeleton={null}
            >
              {(second) => (
                <LaterTelephoneCard
                  account={second}
                  services={services}
                  wide={account.blocked}
                  ready={ready}
                  today={today}
                />
              )}
            </Loaded>
          )}
          {account.promise_last_day && (
            <LaterPromiseStrip until={account.promise_last_day} ready={ready} today={today} />
          )}
        </div>
      )}
    </Loaded>
  );
}

const isStacked = (internet: Account, telephone: Account | undefined): boolean =>
  internet.blocked || telephone?.blocked !== false;

interface ColumnProps {
  services: ListedService[] | undefined;
  ready: boolean;
  today: string;
}

/** So many services are as high as the side column. */
const SHORT = 5;
/** Balances the columns: the latest operations are beside a long list of services, or below a short one. */
const isLong = (services: readonly ListedService[] | undefined): boolean => (services?.length ?? 0) > SHORT;

function MainColumn({ services, users, numbers, ready, today }: ColumnProps & Services) {
  const { data: internet } = useInternetAccount();
  const seesMoney = maySee(useRole(), '/payment/');
  return (
    <Stack>
      <Loaded
        title="Услуги"
        answer={{ ...users, data: services }}
        failed="Не удалось загрузить услуги."
        skeleton={<ServicesSkeleton />}
      >
        {(list) => <ServicesCard services={list} today={today} />}
      </Loaded>
      {numbers.error && !numbers.data && (
        <Card title="Телефон">
          <ErrorBlock title="Не удалось загрузить номера." onRetry={() => void numbers.refetch()} />
        </Card>
      )}
      {internet?.next_charge && (
        <LaterNextCharge
          charge={internet.next_charge}
          later={internet.upcoming[1]}
          last={isLong(services)}
          today={today}
        />
      )}
      {seesMoney && !isLong(services) && <LaterOperationsCard ready={ready} today={today} />}
    </Stack>
  );
}

function SideColumn({ services, ready, today }: ColumnProps) {
  const role = useRole();
  return (
    <Stack>
      {maySee(role, '/support/') && <LaterOrdersCard ready={ready} today={today} />}
      {!isPartial(role) && <LaterSinceLastVisit services={services ?? []} ready={ready} today={today} />}
      {maySee(role, '/payment/') && isLong(services) && <LaterOperationsCard aside ready={ready} today={today} />}
    </Stack>
  );
}

/** Home: the state, the balance and its end, what to do. A contract of many services has another, by places (decision 0189). */
export function HomePage() {
  const ready = useHomeBatch();
  const today = dayOf(now());
  const many = useMany();
  return many ? <LaterManyHome overview={many} ready={ready} today={today} /> : <FewHome ready={ready} today={today} />;
}

/** Neither who it is, nor the services, nor the money. */
const isNothing = (...answers: readonly { data: unknown; error: Error | null }[]): boolean =>
  answers.every(({ data, error }) => data === undefined && error !== null);

function FewHome({ ready, today }: { ready: boolean; today: string }) {
  const all = useServices();
  const isLost = isNothing(useClient(), all.users, useInternetAccount());
  return isLost ? <LaterNothingCame /> : <CameHome {...all} ready={ready} today={today} />;
}

function CameHome({ ready, today, ...all }: ColumnProps & Services) {
  const { services, users } = all;
  const role = useRole();
  return (
    <>
      <HomeHead services={services} failed={users.error !== null} today={today} />
      <div className={styles.flow}>
        {!isPartial(role) && <QuickActions services={services ?? []} />}
        {role !== 'payer' && services && brokenOf(services).length > 0 && (
          <LaterFailureCards services={services} today={today} />
        )}
        {maySee(role, '/payment/') && <Purses services={services ?? []} ready={ready} today={today} />}
        <Columns>
          <MainColumn {...all} ready={ready} today={today} />
          <SideColumn services={services} ready={ready} today={today} />
        </Columns>
      </div>
    </>
  );
}
