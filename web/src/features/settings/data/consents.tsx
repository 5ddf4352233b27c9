import { useState } from 'react';
import { contract, type Wire } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { capital, dayOf, dayText, momentText, phone } from '#web/lib/text/format.ts';
import { useDocument } from '#web/shared/page/open-document.ts';
import { LoadedCard } from '#web/shared/page/loaded.tsx';
import { Button, ButtonRow, TextButton } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { Card, Stack } from '#web/ui/card/card.tsx';
import { Fold, Folds, Rows } from '#web/ui/text/rows.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State } from '#web/ui/card/state.tsx';
import { ConsentDialog, type ConsentQuestion, type Consent } from './consent-dialog.tsx';
import styles from './consents.module.css';

type Listed = Wire<typeof contract.consent.list>;

/** What the subscriber has agreed to, and the decisions about it. */
export function Consents() {
  const answer = useCall(contract.consent.list, {});
  const [asked, setAsked] = useState<ConsentQuestion>();
  return (
    <LoadedCard
      title="Ваши согласия"
      answer={answer}
      failed="Не удалось загрузить согласия."
      skeleton={<SkeletonRows label="Загружаем согласия" />}
    >
      {(listed) => (
        <Stack>
          {listed.consents.length === 0 && <None />}
          {listed.consents.map((consent) => (
            <OneConsent
              key={consent.name}
              consent={consent}
              isFirst={consent === listed.consents.find(({ is_asked: isAsked }) => isAsked)}
              onAsk={(about) => setAsked({ consent, about })}
            />
          ))}
          <Others listed={listed} />
          <ConsentDialog asked={asked} onClose={() => setAsked(undefined)} />
        </Stack>
      )}
    </LoadedCard>
  );
}

const None = () => (
  <Card>
    <Empty icon="circle-check" title="Согласий, кроме договора, нет">
      Если оно понадобится, спросим вас здесь.
    </Empty>
  </Card>
);

interface OneConsentProps {
  consent: Consent;
  /** Of those that wait for a decision: its button is the main one of the page. */
  isFirst: boolean;
  onAsk: (about: ConsentQuestion['about']) => void;
}

function OneConsent({ consent, isFirst, onAsk }: OneConsentProps) {
  const { open, isPending } = useDocument();
  const { name, title, summary, is_asked: isAsked, decisions } = consent;
  return (
    <Card title={title} aside={<StateOf consent={consent} />}>
      <p className={styles.lead}>{summary}</p>
      <p className={styles.small}>{standing(consent)}</p>
      {isAsked && (
        <p className={styles.news}>
          С&nbsp;{dayText(consent.valid_from, dayOf(now()))} действует редакция {consent.version}. Прочитайте её и
          решите.
        </p>
      )}
      <div className={styles.actions}>
        <ButtonRow>
          <Choice consent={consent} isFirst={isFirst} onAsk={onAsk} />
          <Button
            look="plain"
            busy={isPending}
            aria-label={`Скачать: ${title}`}
            onClick={() => open({ kind: 'consent', name })}
          >
            Скачать
          </Button>
        </ButtonRow>
      </div>
      {decisions.length > 0 && (
        <Folds>
          <Fold title="Что вы решали раньше">
            <Log consent={consent} />
          </Fold>
        </Folds>
      )}
    </Card>
  );
}

function Choice({ consent, isFirst, onAsk }: OneConsentProps) {
  const { title, state, is_asked: isAsked, is_required: isRequired } = consent;
  if (isAsked) {
    return (
      <Button look={isFirst ? 'solid' : 'soft'} onClick={() => onAsk('given')}>
        Прочитать и решить
      </Button>
    );
  }
  if (isRequired || state === 'given') {
    return (
      <>
        <Button look="line" aria-label={`Прочитать: ${title}`} onClick={() => onAsk('text')}>
          Прочитать
        </Button>
        {!isRequired && (
          <Button look="plain" aria-label={`Отозвать: ${title}`} onClick={() => onAsk('withdrawn')}>
            Отозвать
          </Button>
        )}
      </>
    );
  }
  return (
    <Button look="line" aria-label={`Прочитать и согласиться: ${title}`} onClick={() => onAsk('given')}>
      Прочитать и согласиться
    </Button>
  );
}

function StateOf({ consent: { state, is_asked: isAsked } }: { consent: Consent }) {
  if (isAsked) return <State tone="wait">Новая редакция</State>;
  if (state === 'given' || state === 'with_contract') {
    return (
      <State tone="ok" quiet>
        Дано
      </State>
    );
  }
  return <State tone="off">{state === 'withdrawn' ? 'Отозвано' : 'Не дано'}</State>;
}

/** «Вы согласились 3 марта, редакция 2. Chrome на Android.» */
function standing(consent: Consent): string {
  const { state, when_withdrawn: withdrawn, is_required: isRequired } = consent;
  if (state === 'none') return 'Вы ещё не решали. Без согласия ничего из\u00a0этого не делаем.';
  const since = state === 'with_contract' ? sinceContract(consent) : sinceDecision(consent);
  return isRequired ? `${since} ${withdrawn}` : since;
}

const sinceContract = ({ agreed }: Consent): string =>
  agreed ? `Дано при подписании договора ${dayText(agreed.day, dayOf(now()))}.` : '';

function sinceDecision({ decisions: [latest] }: Consent): string {
  if (!latest) return '';
  const when = momentText(latest.decided_at, dayOf(now()));
  return latest.is_given
    ? `Вы согласились ${when}, редакция ${latest.version}. ${capital(placeText(latest))}.`
    : `Согласия нет с ${when}. ${capital(placeText(latest))}.`;
}

const placeText = ({ browser, network, is_current: isCurrent }: Consent['decisions'][number]): string =>
  isCurrent ? 'на этом устройстве' : `${browser}, ${network}`;

function Log({ consent: { decisions } }: { consent: Consent }) {
  const today = dayOf(now());
  return (
    <Rows>
      {decisions.map((decision) => (
        <div key={`${decision.decided_at} ${String(decision.is_given)}`} className={styles.entry}>
          <b>{decision.is_given ? 'Согласились' : 'Отказались'}</b>
          <small>
            {momentText(decision.decided_at, today)}, редакция {decision.version}. {placeText(decision)}
          </small>
        </div>
      ))}
    </Rows>
  );
}

const PURPOSES = { call_back: 'Обратный звонок', new_client: 'Заявка на подключение' };

/** Consents that came with a request, and terms of what was switched on. */
function Others({ listed: { requests, terms } }: { listed: Listed }) {
  const today = dayOf(now());
  const [all, setAll] = useState(false);
  const shown = all ? terms : terms.slice(0, 5);
  if (requests.length === 0 && terms.length === 0) return null;
  return (
    <Card title="Что ещё вы приняли">
      <Rows>
        {requests.map(({ given_at, purpose, phone_number, text, browser, network }) => (
          <div key={given_at} className={styles.entry}>
            <b>
              {PURPOSES[purpose]}, {phone(phone_number)}
            </b>
            <small>
              {momentText(given_at, today)}. «{text}». {browser}, {network}
            </small>
          </div>
        ))}
        {shown.map(({ title, given_at }) => (
          <div key={`${given_at} ${title}`} className={styles.entry}>
            <b>{title}</b>
            <small>Условия приняты {momentText(given_at, today)}</small>
          </div>
        ))}
      </Rows>
      {shown.length < terms.length && (
        <div className={styles.actions}>
          <TextButton onClick={() => setAll(true)}>Показать все</TextButton>
        </div>
      )}
    </Card>
  );
}
