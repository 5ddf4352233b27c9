import { now } from '#lib/clock.ts';
import { dayOf } from '#lib/format.ts';
import { useClient, useInternetAccount, usePhoneNumbers, useTelephone, useUsers } from '#parts/frame-data.ts';
import { PageHead } from '#parts/page-head.tsx';
import { Loaded } from '#parts/service-loaded.tsx';
import { listedNumbers, listedUsers, type Listed } from '#parts/service-words.ts';
import { Columns, Stack } from '#ui/card.tsx';
import { FailureCards } from './failure-cards.tsx';
import { headline } from './headline.ts';
import { useHomeBatch } from './home-data.ts';
import styles from './home.module.css';
import { HeadSkeleton, PanelSkeleton, ServicesSkeleton } from './home-skeleton.tsx';
import { MessagesCard } from './messages-card.tsx';
import { MoneyPanel } from './money-panel.tsx';
import { NextCharge } from './next-charge.tsx';
import { OperationsCard } from './operations-card.tsx';
import { OrdersCard } from './orders-card.tsx';
import { QuickActions } from './quick-actions.tsx';
import { MOST_PLAIN } from './service-groups.ts';
import { ServicesCard } from './services-card.tsx';
import { SinceLastVisit } from './since-last-visit.tsx';
import { TelephoneCard } from './telephone-card.tsx';
import { TroubleCard } from './trouble-card.tsx';
import { WhileOff } from './while-off.tsx';

/** Service accounts and phone numbers as one list; undefined until both are there. */
function useServices(): { services: Listed[] | undefined; answer: ReturnType<typeof useUsers> } {
  const users = useUsers();
  const numbers = usePhoneNumbers();
  const services =
    users.data && (numbers.data ?? numbers.error)
      ? [...listedUsers(users.data), ...listedNumbers(numbers.data ?? [])]
      : undefined;
  return { services, answer: users };
}

function HomeHead({ services, today }: { services: Listed[] | undefined; today: string }) {
  const { data: client, error } = useClient();
  const { data: internet, isPending } = useInternetAccount();
  const { data: telephone } = useTelephone();
  if (error && !client) return <PageHead title="Главная" />;
  if (!client || isPending) return <HeadSkeleton />;
  if (!services) return <PageHead title={client.client_name_io} tab="Главная" />;
  const { title, lead } = headline({ client, services, internet, telephone, today });
  return <PageHead title={title} tab="Главная" {...(lead !== undefined && { lead })} />;
}

/** The money: the panel of the internet account, or what went wrong with it, and the telephone account beside. */
function Purses({ services, ready, today }: { services: readonly Listed[]; ready: boolean; today: string }) {
  const internet = useInternetAccount();
  const telephone = useTelephone();
  return (
    <Loaded answer={internet} failed="Не загрузили счёт «Интернет»." skeleton={<PanelSkeleton />}>
      {(account) => (
        <div className={account.blocked || !telephone.data ? styles.stack : styles.purses}>
          {account.blocked ? (
            <TroubleCard account={account} services={services} ready={ready} today={today} />
          ) : (
            <MoneyPanel account={account} ready={ready} today={today} />
          )}
          {telephone.data && <TelephoneCard account={telephone.data} wide={account.blocked} today={today} />}
        </div>
      )}
    </Loaded>
  );
}

/** Home: how things are, how much money and until when, what to do. */
export function Page() {
  const ready = useHomeBatch();
  const today = dayOf(now());
  const { services, answer } = useServices();
  const { data: internet } = useInternetAccount();
  // Columns of like length: a long list of services has the latest operations beside it.
  const isLong = (services?.length ?? 0) > MOST_PLAIN;
  return (
    <>
      <HomeHead services={services} today={today} />
      <div className={styles.flow}>
        <Purses services={services ?? []} ready={ready} today={today} />
        {services && <FailureCards services={services} />}
        <QuickActions services={services ?? []} />
        <Columns>
          <Stack>
            <Loaded
              answer={{ ...answer, data: services }}
              failed="Не загрузили услуги."
              skeleton={<ServicesSkeleton />}
            >
              {(list) => <ServicesCard services={list} today={today} />}
            </Loaded>
            {internet?.next_charge && <NextCharge charge={internet.next_charge} today={today} />}
            {!isLong && <OperationsCard ready={ready} today={today} />}
          </Stack>
          <Stack>
            {internet?.blocked && <WhileOff services={services ?? []} />}
            <OrdersCard ready={ready} today={today} />
            <MessagesCard ready={ready} today={today} />
            <SinceLastVisit services={services ?? []} ready={ready} today={today} />
            {isLong && <OperationsCard ready={ready} today={today} />}
          </Stack>
        </Columns>
      </div>
    </>
  );
}
