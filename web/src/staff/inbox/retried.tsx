import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { counted, dayOf, momentText } from '#web/lib/text/format.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { sendForStaff } from '../api/client.ts';
import { contract, type Call, type Request } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { useAnswer } from '../api/use-call.ts';
import { Evidence, Matters } from './evidence.tsx';

// What has failed and is tried again: one press for one, or for all of one cause.

interface RetryProps<C extends Call> {
  call: C;
  words: string;
  requests: readonly Request<C>[];
  /** «Повторить», «Повторить все 5». */
  text: string;
}

function Retry<C extends Call>({ call, words, requests, text }: RetryProps<C>) {
  const cache = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const may = useMay(words);
  const all = async (): Promise<number> => {
    for (const request of requests) await sendForStaff(call, request, { key: crypto.randomUUID() });
    return requests.length;
  };
  const press = (): void => {
    setBusy(true);
    void all()
      .then((count) => saySuccess('Пробуем снова', counted(count, 'дело', 'дела', 'дел')))
      .catch((failure: unknown) => sayError(failure, 'Повторить не получилось', 'Не повторили'))
      .finally(() => {
        setBusy(false);
        void cache.invalidateQueries();
      });
  };
  if (!may) return <p>Повторить может бухгалтер или инженер.</p>;
  return (
    <ButtonRow>
      <Button look={requests.length > 1 ? 'solid' : 'soft'} size="sm" busy={isBusy} onClick={press}>
        {text}
      </Button>
    </ButtonRow>
  );
}

const allText = (count: number): string => `Повторить все ${count}`;
const errorText = (error: string | null): string => error ?? 'Причину не назвали';

export function Receipts({ cause }: { cause: string | null }) {
  const answer = useAnswer(contract.receipts.failed, {});
  const today = dayOf(now());
  const request = ({ transaction_id: id }: { transaction_id: number }) => ({ body: { transaction_id: String(id) } });
  const own = answer.data?.filter(({ kind }) => cause === null || kind === cause);
  return (
    <Matters
      answer={{ ...answer, data: own }}
      keyOf={({ transaction_id: id }) => id}
      together={(all) => (
        <Retry
          call={contract.receipts.retry}
          words="receipts retry"
          requests={all.map(request)}
          text={allText(all.length)}
        />
      )}
    >
      {(one) => (
        <Evidence
          title={`${one.kind === 'sell' ? 'Чек прихода' : 'Чек возврата'}, счёт ${one.account_no}`}
          sum={one.amount}
          raw={[errorText(one.error), `${momentText(one.created_at, today)}, проводка ${one.transaction_id}`]}
        >
          <Retry call={contract.receipts.retry} words="receipts retry" requests={[request(one)]} text="Пробить снова" />
        </Evidence>
      )}
    </Matters>
  );
}

export function Effects({ cause }: { cause: string | null }) {
  const answer = useAnswer(contract.outbox.list, {});
  const today = dayOf(now());
  const request = ({ effect_id: id }: { effect_id: number }) => ({ body: { effect_id: String(id) } });
  const own = answer.data?.filter(({ kind, state }) => state === 'failed' && kind === cause);
  return (
    <Matters
      answer={{ ...answer, data: own }}
      keyOf={({ effect_id: id }) => id}
      together={(all) => (
        <Retry
          call={contract.outbox.retry}
          words="outbox retry"
          requests={all.map(request)}
          text={allText(all.length)}
        />
      )}
    >
      {(one) => (
        <Evidence
          title={one.title ?? one.kind}
          raw={[
            errorText(one.last_error),
            `С ${momentText(one.created_at, today)}, ${counted(one.attempts, 'попытка', 'попытки', 'попыток')}`,
          ]}
        >
          <Retry call={contract.outbox.retry} words="outbox retry" requests={[request(one)]} text="Передать снова" />
        </Evidence>
      )}
    </Matters>
  );
}

export function Jobs({ cause }: { cause: string | null }) {
  const answer = useAnswer(contract.jobs.failed, {});
  const today = dayOf(now());
  const request = ({ job_id: id }: { job_id: number }) => ({ body: { job_id: String(id) } });
  const own = answer.data?.filter(({ task }) => task === cause);
  return (
    <Matters
      answer={{ ...answer, data: own }}
      keyOf={({ job_id: id }) => id}
      together={(all) => (
        <Retry call={contract.jobs.retry} words="jobs retry" requests={all.map(request)} text={allText(all.length)} />
      )}
    >
      {(one) => (
        <Evidence
          title={one.task}
          raw={[
            errorText(one.last_error),
            `С ${momentText(one.created_at, today)}, ${counted(one.attempts, 'попытка', 'попытки', 'попыток')}`,
          ]}
        >
          <Retry call={contract.jobs.retry} words="jobs retry" requests={[request(one)]} text="Выполнить снова" />
        </Evidence>
      )}
    </Matters>
  );
}
