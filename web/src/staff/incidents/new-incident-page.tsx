import { useEffect, useState } from 'react';
import { refusalOf } from '#web/api/refusal.ts';
import { useNavigate } from '#web/lib/page/router.tsx';
import { readable } from '#web/lib/text/readable.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Chips } from '#web/ui/field/choice.tsx';
import { Field } from '#web/ui/field/field.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { useRehearsal } from '../actions/use-rehearsal.ts';
import { contract } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import { Part, Plane, PlaneHead, Split } from '../look/plane.tsx';
import { contractsHit, publishText, SERVICE_WORDS, toContracts, type IncidentKind } from './incidents.texts.ts';
import styles from './incidents.module.css';
import { IncidentPlaces } from './incident-places.tsx';
import { ToldPart } from './told-part.tsx';
import { useIncidentForm } from './use-incident-form.ts';

const KINDS = Object.entries(SERVICE_WORDS).map(([value, text]) => ({ value: value as IncidentKind, text }));
/** The rehearsal waits until nobody has typed for so long. */
const PAUSE_MS = 400;

/** A value as it was a moment ago, when it has stopped changing. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Whom it would hit, and what they would read; `asked`: the body as text, undefined while there is not enough of it. */
const useIncidentRehearsal = (asked: string | undefined, isPublishing: boolean) =>
  useRehearsal(contract.incidents.publish, JSON.parse(asked ?? '{}') as object, {
    paused: asked === undefined || isPublishing,
  });

/** Places, then whom it hits, then what they read, then one button. */
export function NewIncidentPage() {
  const form = useIncidentForm();
  const publish = useChange(contract.incidents.publish);
  const navigate = useNavigate();
  const settled = useSettled(form.shown);
  // Rehearsed once more while the next page is loaded, it would be refused: it is open already.
  const [isPublished, setPublished] = useState(false);
  const rehearsal = useIncidentRehearsal(settled, publish.isPending || isPublished);
  const told = settled === form.shown && !rehearsal.error ? rehearsal.data : undefined;
  const confirm = (): void => {
    if (!told) return;
    publish.mutate(
      { body: form.body },
      {
        onSuccess: ({ incident_id: id, hit }) => {
          setPublished(true);
          saySuccess('Авария опубликована', hit.contracts > 0 ? `Сообщили ${toContracts(hit.contracts)}` : undefined);
          navigate(`/incidents/${id}`, { replace: true });
        },
        onError: (failure) => void sayError(failure, 'Повторите', 'Не опубликовали'),
      },
    );
  };
  return (
    <Plane>
      <PlaneHead
        title={told ? `Авария: ${contractsHit(told.hit.contracts)}` : 'Новая авария'}
        lead="Выберите место и напишите, что случилось: увидите, кого это касается и что прочитают люди."
      />
      <Split>
        <Part title="Что случилось">
          <form
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault();
              confirm();
            }}
          >
            <IncidentPlaces place={form.place} onChoose={form.choose} />
            <Field
              label="Что случилось, увидит абонент"
              maxLength={200}
              value={form.cause}
              onChange={({ target }) => form.setCause(target.value)}
            />
            <div>
              <p className={styles.label}>Какие услуги не работают; не выбрано — все</p>
              <Chips label="Услуги" options={KINDS} value={form.services} onChange={form.toggle} />
            </div>
            <div className={styles.two}>
              <Field
                label="Починим до"
                type="datetime-local"
                hint="Можно не указывать и назвать срок позже"
                value={form.until}
                onChange={({ target }) => form.setUntil(target.value)}
              />
              <Field
                label="Минут без возврата денег"
                inputMode="numeric"
                hint="Пусто — деньги не возвращаются"
                value={form.free}
                onChange={({ target }) => form.setFree(target.value.replaceAll(/\D/g, '').slice(0, 5))}
              />
            </div>
            <Button type="submit" busy={publish.isPending} aria-disabled={told === undefined || undefined}>
              {told ? publishText(told.hit.contracts) : 'Сообщить'}
            </Button>
          </form>
        </Part>
        <Part title="Кого задело и что им скажем">
          <Rehearsed isAsked={settled !== undefined} rehearsal={rehearsal} />
        </Part>
      </Split>
    </Plane>
  );
}

function Rehearsed({ isAsked, rehearsal }: { isAsked: boolean; rehearsal: ReturnType<typeof useIncidentRehearsal> }) {
  if (!isAsked) return <p className={styles.muted}>Выберите место и&nbsp;напишите, что случилось.</p>;
  const refusal = refusalOf(rehearsal.error);
  if (refusal) {
    return (
      <Callout tone="wait" title="Так опубликовать нельзя.">
        {readable(refusal.message, 'Проверьте поля')}.
      </Callout>
    );
  }
  return (
    <Loaded
      alone
      answer={rehearsal}
      failed="Не удалось посчитать, кого задело."
      skeleton={<SkeletonRows label="Считаем" count={3} tile={false} />}
    >
      {({ told, hit, beside }) => (
        <div className={styles.form} aria-live="polite">
          <ToldPart told={told} hit={hit} />
          {beside.map(({ incident_id: id, cause, places }) => (
            <Callout key={id} tone="wait" title={`Здесь уже открыта авария ${id}.`}>
              {cause}, {places.join('; ')}. За&nbsp;одно и&nbsp;то&nbsp;же время деньги вернутся один раз.
            </Callout>
          ))}
        </div>
      )}
    </Loaded>
  );
}
