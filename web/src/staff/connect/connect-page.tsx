import { useRef, type SubmitEvent } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { useLocation } from '#web/lib/page/router.tsx';
import { dayOf } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { errorLoad } from '#web/lib/text/texts.ts';
import { Button } from '#web/ui/button/button.tsx';
import { ErrorBlock } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { focusFirstWrong } from '#web/ui/field/field.tsx';
import type { Wire, contract } from '../api/contract.ts';
import { useMe } from '../api/me.ts';
import { useStaffKeys } from '../lib/staff-keys.ts';
import { Plane, PlaneHead, Split } from '../look/plane.tsx';
import { useWaiting } from './connect-data.ts';
import { connectTitle } from './connect.texts.ts';
import styles from './connect.module.css';
import { draftOf, isEmptyDraft } from './draft.ts';
import { OpenedView } from './opened-view.tsx';
import { TotalPanel } from './total-panel.tsx';
import { useConnect } from './use-connect.ts';
import { WaitingList } from './waiting-list.tsx';
import { WhatStep } from './what-step.tsx';
import { WhenStep } from './when-step.tsx';
import { WhereStep } from './where-step.tsx';
import { WhoStep } from './who-step.tsx';

type Waiting = Wire<typeof contract.connect.waiting>;

/** A new contract on one page: the address answers, and everything is made by one button. */
export function ConnectPage() {
  const { data, error, refetch } = useWaiting();
  if (data) return <ConnectForm waiting={data} />;
  return (
    <Plane>
      <PlaneHead title="Новый договор" />
      <div className={styles.wait}>
        {error ? (
          <ErrorBlock alone title="Форма не открылась." onRetry={() => void refetch()}>
            {readable(error.message, errorLoad)}.
          </ErrorBlock>
        ) : (
          <SkeletonRows label="Открываем форму" count={5} tile={false} />
        )}
      </div>
    </Plane>
  );
}

/** The request that another page has sent here: `?request=20515`. */
function askedIn(search: string, { requests }: Waiting) {
  const id = Number(new URLSearchParams(search).get('request'));
  return requests.find(({ request_id: one }) => one === id);
}

function ConnectForm({ waiting }: { waiting: Waiting }) {
  const { person_id: me } = useMe();
  const today = dayOf(now());
  const form = useRef<HTMLFormElement>(null);
  const connect = useConnect(String(me), waiting.towns[0] ?? '');
  const submit = (): void => {
    if (!connect.submit()) setTimeout(() => focusFirstWrong(form.current));
  };
  useStaffKeys({ 'alt Enter': connect.opened ? undefined : submit });
  return (
    <Plane>
      {connect.opened ? (
        <OpenedView opened={connect.opened} today={today} onNext={connect.next} />
      ) : (
        <>
          <Heading connect={connect} waiting={waiting} today={today} />
          <form
            ref={form}
            noValidate
            method="post"
            onSubmit={(event: SubmitEvent) => {
              event.preventDefault();
              submit();
            }}
          >
            <Split>
              <Steps connect={connect} towns={waiting.towns} today={today} />
              <TotalPanel connect={connect} today={today} />
            </Split>
          </form>
        </>
      )}
    </Plane>
  );
}

interface PartProps {
  connect: ReturnType<typeof useConnect>;
  today: string;
}

function Heading({ connect, waiting, today }: PartProps & { waiting: Waiting }) {
  const { draft, check } = connect;
  const { search } = useLocation();
  const isEmpty = isEmptyDraft(draft);
  const asked = askedIn(search, waiting);
  return (
    <>
      <PlaneHead
        title={connectTitle(draft, check.data?.place, today)}
        lead={leadOf(draft.request, isEmpty)}
        actions={
          !isEmpty && (
            <Button look="plain" onClick={connect.clear}>
              Очистить
            </Button>
          )
        }
      />
      {isEmpty && (
        <WaitingList
          requests={asked ? [asked] : waiting.requests}
          today={today}
          onTake={(request) => connect.change(draftOf(request))}
        />
      )}
    </>
  );
}

function Steps({ connect, towns, today }: PartProps & { towns: readonly string[] }) {
  const { draft, check, errors, change } = connect;
  const step = { draft, check: check.data, errors, today, onChange: change };
  return (
    <div>
      <WhereStep {...step} towns={towns} />
      {check.error && !check.data && (
        <div className={styles.wait}>
          <ErrorBlock alone title="Не удалось проверить адрес." onRetry={() => void check.refetch()} />
        </div>
      )}
      <WhoStep {...step} />
      <WhatStep {...step} />
      <WhenStep {...step} />
    </div>
  );
}

function leadOf(request: number | undefined, isEmpty: boolean): string {
  if (isEmpty) return 'Сначала адрес: сразу скажем, что там можно подключить.';
  const from = request === undefined ? '' : `Заполнено из заявки ${request}. `;
  return `${from}Черновик хранится в этой вкладке.`;
}
