import { contract } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, dayText, keepTogether, phone, rubles } from '#web/lib/text/format.ts';
import { sentence } from '#web/lib/text/sentence.ts';
import { useParams } from '#web/lib/page/router.tsx';
import { isZero } from '#web/shared/money/account-sums.ts';
import { usePhoneNumbers, useTelephone } from '#web/shared/data/frame-data.ts';
import { useHit } from '#web/shared/data/incidents.ts';
import { PageHead } from '#web/shared/page/page-head.tsx';
import { LaterPromisedWay } from '#web/shared/money/promised/later-promised.tsx';
import { Loaded, LoadedCard } from '#web/shared/page/loaded.tsx';
import { ServiceLost } from '#web/shared/page/service-lost.tsx';
import { NumberApplied } from '#web/shared/service/row/service-applied.tsx';
import { ServiceMoney } from '#web/shared/service/page/service-money.tsx';
import { SupportButton, SupportLine } from '#web/shared/service/page/service-support.tsx';
import { PayDebt } from '#web/shared/service/page/service-trouble.tsx';
import { serviceLook, type PhoneNumber } from '#web/shared/service/text/service.texts.ts';
import { Card, Columns, Stack } from '#web/ui/card/card.tsx';
import { Segmented } from '#web/ui/field/choice.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { Skeleton, SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State } from '#web/ui/card/state.tsx';
import { spentText } from './calls/call.texts.ts';
import { ClosedNumbers } from './numbers/closed-numbers.tsx';
import { DocumentsCard } from './documents-card.tsx';
import { LatestCalls, useLatestCalls } from './calls/latest-calls.tsx';
import { usePhoneNumber } from './numbers/number-data.ts';
import { Rates } from './calls/rates.tsx';
import styles from './telephone-page.module.css';

const HOME = { to: '/', text: 'Все услуги' };

/** One phone number: its state, latest calls, account, and plan with call prices. */
export function TelephonePage() {
  const { phone_number: wanted = '' } = useParams();
  const number = usePhoneNumber(wanted);
  if (number.lost) return <ServiceLost />;
  return (
    <Loaded
      answer={number}
      failed="Не удалось загрузить номер."
      skeleton={<NumberSkeleton />}
      known={<PageHead title="Телефон" back={HOME} />}
    >
      {(known) => <Known number={known} />}
    </Loaded>
  );
}

const NumberSkeleton = () => (
  <>
    <PageHead title="Телефон" />
    <Card>
      <SkeletonRows label="Загружаем номер" tile={false} />
    </Card>
  </>
);

/** More numbers than this are listed on the home screen instead. */
const MOST_TABS = 6;

function Known({ number }: { number: PhoneNumber }) {
  const today = dayOf(now());
  const { data: numbers = [] } = usePhoneNumbers();
  const look = serviceLook('telephone', number, useHit());
  return (
    <>
      <PageHead
        title={phone(number.phone_number)}
        back={HOME}
        lead={<Lead number={number} />}
        aside={
          <>
            <State tone={look.tone} icon={look.icon} quiet={look.tone === 'ok'}>
              {look.word}
            </State>
            <NumberApplied key={number.phone_number} number={number} />
          </>
        }
      />
      {numbers.length > 1 && numbers.length <= MOST_TABS && (
        <div className={styles.tabs}>
          <Segmented
            label="Номера"
            links={numbers.map(({ phone_number }) => ({ to: `/telephone/${phone_number}`, text: phone(phone_number) }))}
          />
        </div>
      )}
      {number.state === 'closed' ? <Closed number={number} today={today} /> : <Working number={number} today={today} />}
    </>
  );
}

interface CardsProps {
  number: PhoneNumber;
  today: string;
}

function Working({ number, today }: CardsProps) {
  const { data: account } = useTelephone();
  return (
    <Columns>
      <Stack>
        <Trouble number={number} />
        <LatestCalls number={number.phone_number} isClosed={false} />
        {account && <DocumentsCard today={today} />}
        <SupportLine>Сменить тариф номера или закрыть его поможет поддержка</SupportLine>
      </Stack>
      <Stack>
        {account && <ServiceMoney account={account} today={today} />}
        <Plan number={number} today={today} />
        <CallPrices number={number.phone_number} />
        <ClosedNumbers current={number.phone_number} today={today} />
      </Stack>
    </Columns>
  );
}

/** Of a closed number only the past is left. */
function Closed({ number, today }: CardsProps) {
  return (
    <Columns>
      <Stack>
        <LatestCalls number={number.phone_number} isClosed />
      </Stack>
      <Stack>
        <Plan number={number} today={today} />
        <ClosedNumbers current={number.phone_number} today={today} />
      </Stack>
    </Columns>
  );
}

/** The plan, and what the calls of this month cost so far. */
function Lead({ number: { phone_number, plan, state } }: { number: PhoneNumber }) {
  const { data: month, isLoading } = useLatestCalls(phone_number);
  const named = `Тариф «${plan}».`;
  if (state === 'closed') return keepTogether('Звонки не проходят, плата не идёт. Прежние звонки на месте.');
  if (isLoading) {
    return (
      <span className={styles.waits}>
        {named}
        <Skeleton width="14rem" height="1.5em" />
      </span>
    );
  }
  return month ? `${named} ${spentText(month)}` : named;
}

function Trouble({ number: { state, reason, blocked_because: because } }: { number: PhoneNumber }) {
  if (state !== 'blocked') return null;
  if (reason !== 'debt') {
    return (
      <Card title="Номер остановлен провайдером">
        <div className={styles.body}>
          {because === null ? (
            <p>Звонки не&nbsp;проходят, кроме экстренных. Почему и&nbsp;что сделать, скажет поддержка.</p>
          ) : (
            <>
              <p>{keepTogether(`Причина: ${sentence(because)}`)}</p>
              <p>
                Звонки не&nbsp;проходят, кроме экстренных. Номер остаётся за&nbsp;вами, и&nbsp;пока он отключён,
                за&nbsp;него не&nbsp;списываем.
              </p>
            </>
          )}
          <SupportButton />
        </div>
      </Card>
    );
  }
  return (
    <Card title="Номер отключён за долг">
      <div className={styles.body}>
        <p>Звонки не&nbsp;проходят. Номер остаётся за&nbsp;вами и&nbsp;заработает сразу, как придут деньги.</p>
        <div>
          <PayDebt p="t" />
        </div>
        <LaterPromisedWay p="t" />
      </div>
    </Card>
  );
}

function Plan({ number: { plan, price, opened_on, closed_on }, today }: { number: PhoneNumber; today: string }) {
  return (
    <Card title={`Тариф «${plan}»`}>
      <div className={styles.facts}>
        <KeyValues
          list={[
            closed_on === null &&
              price !== null && ['Цена', isZero(price) ? 'Бесплатно' : `${rubles(price)} в\u00a0месяц`],
            [closed_on === null ? 'Номер ваш с' : 'Подключён', dayText(opened_on, today)],
            closed_on !== null && ['Закрыт', dayText(closed_on, today)],
          ]}
        />
      </div>
    </Card>
  );
}

function CallPrices({ number }: { number: string }) {
  const plan = useCall(contract.telephoneNumber.plan, { query: { phone_number: number } });
  return (
    <LoadedCard
      title="Цены звонков"
      answer={plan}
      failed="Не удалось загрузить цены звонков."
      skeleton={<SkeletonRows label="Загружаем цены" tile={false} />}
    >
      {({ rates }) => <Rates rates={rates} />}
    </LoadedCard>
  );
}
