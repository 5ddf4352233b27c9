import { refusalOf } from '#web/api/refusal.ts';
import { now } from '#web/lib/clock/clock.ts';
import { useNavigate } from '#web/lib/page/router.tsx';
import { dayOf, dayText, phone } from '#web/lib/text/format.ts';
import { errorLoad } from '#web/lib/text/texts.ts';
import { readable } from '#web/lib/text/readable.ts';
import { LinkButton } from '#web/ui/button/button.tsx';
import { Empty, ErrorBlock } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State, Tile } from '#web/ui/card/state.tsx';
import { DateField } from '#web/ui/field/date-field.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { kindIcon } from '#web/shared/service/text/service.texts.ts';
import { contract } from '../../api/contract.ts';
import { useAnswer } from '../../api/use-call.ts';
import { Inset, Part, Plane, PlaneHead } from '../../look/plane.tsx';
import { ACCOUNT_WORDS, dayBefore } from '../card.texts.ts';
import card from '../card.module.css';
import { dayLook, fullDay, priceNote, dayPriceText, type DayCard, type DayService } from './day-card.texts.ts';
import styles from './day-card.module.css';

const useDayAnswer = (contractId: string, on: string) =>
  useAnswer(contract.card.day, { query: { contract_id: contractId, on } });

interface DayCardProps {
  contractId: string;
  on: string;
}

/** The card as it was at the end of a day: it is read, nothing is done in it. */
export function DayCardPage({ contractId, on }: DayCardProps) {
  const today = dayOf(now());
  const answer = useDayAnswer(contractId, on);
  return (
    <Plane>
      <DayStrip contractId={contractId} on={on} today={today} />
      <Answer {...answer} today={today} />
    </Plane>
  );
}

function Answer({ data, error, refetch, today }: { today: string } & ReturnType<typeof useDayAnswer>) {
  const refusal = refusalOf(error);
  if (refusal) {
    const because = refusal.errors['query.on'] ?? refusal.message;
    return (
      <Inset>
        <Empty icon="calendar" title="Карточки на этот день нет">
          {readable(because, errorLoad)}.
        </Empty>
      </Inset>
    );
  }
  if (data) return <DayView card={data} today={today} />;
  return (
    <div className={card.wait}>
      {error ? (
        <ErrorBlock alone title="Карточка на этот день не открылась." onRetry={() => void refetch()}>
          {readable(error.message, errorLoad)}.
        </ErrorBlock>
      ) : (
        <SkeletonRows label="Вспоминаем, как было" count={6} />
      )}
    </div>
  );
}

/** Which day it is, another day, and the way back. */
export function DayStrip({ contractId, on, today }: DayCardProps & { today: string }) {
  const navigate = useNavigate();
  const path = `/contracts/${contractId}`;
  return (
    <div className={styles.strip}>
      <p>
        <Icon name="clock" />
        <b>Карточка на {fullDay(on)}</b>
      </p>
      <DateField
        label="Другой день"
        value={on}
        today={today}
        max={dayBefore(today)}
        onChange={(day) => {
          if (day !== '') navigate(`${path}?on=${day}`, { replace: true });
        }}
      />
      <LinkButton to={path} look="plain">
        Вернуться к сегодняшней
      </LinkButton>
    </div>
  );
}

function DayView({ card: shown, today }: { card: DayCard; today: string }) {
  const { name, state, address, accounts, services, programs, notes } = shown;
  return (
    <>
      <PlaneHead
        title={
          <>
            {name ?? 'Имя того дня не сохранилось'} {state === 'closed' && <State tone="off">Расторгнут</State>}
          </>
        }
        lead={`Так было в конце дня ${fullDay(shown.on)}. Изменить здесь ничего нельзя.`}
      />
      <dl className={card.facts}>
        <div>
          <dt>Договор</dt>
          <dd>
            {shown.contract_id} <span className={card.muted}>с {dayText(shown.opened_on, today)}</span>
          </dd>
        </div>
        <div>
          <dt>Адрес</dt>
          <dd>{address ?? <span className={card.muted}>прежний не сохранился</span>}</dd>
        </div>
      </dl>
      <Part title="Счета">
        <ul className={card.services}>
          {accounts.map(({ kind, account_no: number, balance, promised }) => (
            <li key={kind} className={card.service}>
              <Tile icon="wallet" />
              <div>
                <b>{ACCOUNT_WORDS[kind]}</b>
                <span className={card.sub}>{number}</span>
              </div>
              <div className={card.end}>
                <Money value={balance} />
                {promised !== null && (
                  <span className={card.sub}>
                    обещанный платёж <Money value={promised} />
                  </span>
                )}
              </div>
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Услуги">
        {services.length === 0 && <p className={card.muted}>Услуг в этот день не было.</p>}
        <ul className={card.services}>
          {services.map((service) => (
            <ServiceOfDay key={service.user_id ?? service.phone_number} service={service} />
          ))}
        </ul>
      </Part>
      {programs.length > 0 && (
        <Part title="Программы договора">
          <Extras extras={programs} />
        </Part>
      )}
      {notes.length > 0 && (
        <Part title="Чего история не знает">
          <ul className={styles.notes}>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

function ServiceOfDay({ service }: { service: DayService }) {
  const { kind, name, phone_number: number, plan, price, extras, blocked_because: because } = service;
  const { tone, icon, word } = dayLook(service);
  const details = [plan !== null && `«${plan}»`, because].filter((one) => one !== false && one !== null);
  return (
    <li className={card.service}>
      <Tile icon={kindIcon[kind]} tone={tone === 'bad' ? 'bad' : undefined} />
      <div>
        <b>{number === null ? name : phone(number)}</b>{' '}
        <State tone={tone} icon={icon} quiet={tone === 'ok'}>
          {word}
        </State>
        {details.length > 0 && <span className={card.sub}>{details.join(' · ')}</span>}
        {extras.length > 0 && <Extras extras={extras} />}
      </div>
      <PriceOfDay price={price} />
    </li>
  );
}

function PriceOfDay({ price }: Pick<DayService, 'price'>) {
  return (
    <div className={card.end}>
      {price === null ? (
        <span className={card.sub}>цена неизвестна</span>
      ) : (
        <>
          <b>{dayPriceText(price)}</b>
          <span className={card.sub}>{priceNote(price)}</span>
        </>
      )}
    </div>
  );
}

const Extras = ({ extras }: Pick<DayService, 'extras'>) => (
  <ul className={styles.extras}>
    {extras.map(({ name, price }) => (
      <li key={name}>
        {name}: {price === null ? 'цена неизвестна' : `${dayPriceText(price)}, ${priceNote(price)}`}
      </li>
    ))}
  </ul>
);
