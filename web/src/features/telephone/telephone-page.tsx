import { now } from '#lib/clock.ts';
import { dayOf, dayText, phone, rubles } from '#lib/format.ts';
import { Link, useParams } from '#lib/router.tsx';
import { coveringPayment, inAddress, isDebt, isZero } from '#parts/account-sums.ts';
import { usePhoneNumbers, useTelephone } from '#parts/frame-data.ts';
import { PageHead } from '#parts/page-head.tsx';
import { Loaded } from '#parts/service-loaded.tsx';
import { ServiceLost } from '#parts/service-lost.tsx';
import { ServiceMoney } from '#parts/service-money.tsx';
import { SupportButton, SupportLine } from '#parts/service-support.tsx';
import { serviceLook, type PhoneNumber } from '#parts/service-words.ts';
import { LinkButton } from '#ui/button.tsx';
import { Card, Columns, Stack } from '#ui/card.tsx';
import { Segmented } from '#ui/choice.tsx';
import { KeyValues } from '#ui/rows.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { State } from '#ui/state.tsx';
import { usePhoneNumber } from './number-data.ts';
import styles from './telephone-page.module.css';

/** One phone number: how it is, its plan, the account that pays. */
export function Page() {
  const { phone_number: wanted = '' } = useParams();
  const number = usePhoneNumber(wanted);
  if (number.lost) return <ServiceLost />;
  return (
    <Loaded answer={number} failed="Не загрузили номер." skeleton={<NumberSkeleton />}>
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

/** More numbers than this are a list: it stands on the home screen. */
const MOST_TABS = 6;

function Known({ number }: { number: PhoneNumber }) {
  const today = dayOf(now());
  const { data: numbers = [] } = usePhoneNumbers();
  const { data: account } = useTelephone();
  const look = serviceLook('telephone', number);
  return (
    <>
      <PageHead
        title={phone(number.phone_number)}
        back={{ to: '/', text: 'Все услуги' }}
        aside={
          <State tone={look.tone} icon={look.icon} quiet={look.tone === 'ok'}>
            {look.word}
          </State>
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
      <Columns>
        <Stack>
          <Trouble number={number} />
          <Plan number={number} today={today} />
          <SupportLine>Сменить тариф номера или закрыть его поможет поддержка</SupportLine>
        </Stack>
        <Stack>{account && <ServiceMoney account={account} today={today} />}</Stack>
      </Columns>
    </>
  );
}

function Trouble({ number: { state, reason } }: { number: PhoneNumber }) {
  const { data: account } = useTelephone();
  if (state !== 'blocked') return null;
  if (reason !== 'debt') {
    return (
      <Card title="Номер остановлен провайдером">
        <div className={styles.body}>
          <p>Звонки не&nbsp;проходят. Почему и&nbsp;что сделать, скажет поддержка.</p>
          <SupportButton />
        </div>
      </Card>
    );
  }
  const sum = account && isDebt(account.balance) ? coveringPayment(account.balance) : undefined;
  return (
    <Card title="Номер отключён за долг">
      <div className={styles.body}>
        <p>Звонки не&nbsp;проходят. Номер остаётся за&nbsp;вами и&nbsp;заработает сразу, как придут деньги.</p>
        <LinkButton to={sum === undefined ? '/payment/t' : `/payment/t/${inAddress(sum)}`}>
          {sum === undefined ? 'Пополнить счёт' : `Заплатить ${rubles(sum)}`}
        </LinkButton>
      </div>
    </Card>
  );
}

function Plan({
  number: { phone_number, plan, price, opened_on, closed_on },
  today,
}: {
  number: PhoneNumber;
  today: string;
}) {
  return (
    <Card title={`Тариф «${plan}»`} aside={<Link to={`/telephone/calls/${phone_number}`}>Звонки</Link>}>
      <KeyValues
        list={[
          ['Цена', isZero(price) ? 'Бесплатно' : `${rubles(price)} в\u00a0месяц`],
          ['Номер ваш с', dayText(opened_on, today)],
          closed_on !== null && ['Закрыт', dayText(closed_on, today)],
        ]}
      />
    </Card>
  );
}
