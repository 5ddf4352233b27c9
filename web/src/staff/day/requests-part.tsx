import { useState } from 'react';
import { momentText, phone, range, timeText } from '#web/lib/text/format.ts';
import { Link } from '#web/lib/page/router.tsx';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract, type Wire } from '../api/contract.ts';
import { useMay, useMe } from '../api/me.ts';
import { useAnswer, useChange } from '../api/use-call.ts';
import plane from '../look/plane.module.css';
import { Part } from '../look/plane.tsx';
import type { AskedRequest } from './asked-request.ts';
import { FinishDialog } from './finish-dialog.tsx';

type Requests = Wire<typeof contract.orders.requests>;

const EVERY_MS = 20_000;

/** Calls first, by their hour; whoever has withdrawn is called by nobody. */
const requestsIn = ({ call_backs: calls, new_clients: clients }: Requests, today: string): AskedRequest[] => [
  ...calls
    .filter(({ withdrawn_at: withdrawn }) => withdrawn === null)
    .map((call) => ({
      kind: 'call' as const,
      id: call.call_back_id,
      title: `Позвонить ${range(momentText(call.from, today), timeText(call.to))}${call.late_times > 0 ? ', опоздали' : ''}`,
      phone: call.phone,
      text: call.topic,
      contractId: call.contract_id,
      takenBy: call.taken_by,
    })),
  ...clients.map((client) => ({
    kind: 'client' as const,
    id: client.new_client_id,
    title: `Хочет подключиться: ${client.name}`,
    phone: client.phone,
    text: [client.address, client.plan].filter((part) => part !== null).join(', '),
    contractId: null,
    takenBy: client.taken_by,
  })),
];

/** Who asks for a call, and who wants to become a client: taken and finished in place. */
export function RequestsPart({ today }: { today: string }) {
  const answer = useAnswer(contract.orders.requests, {}, { every: EVERY_MS });
  return (
    <Part title="Просят позвонить">
      <Loaded
        answer={answer}
        failed="Просьбы не загрузились."
        skeleton={<SkeletonRows label="Загружаем просьбы" tile={false} />}
      >
        {(told) => {
          const requests = requestsIn(told, today);
          return requests.length === 0 ? (
            <p className={plane.muted}>Никто не просит позвонить.</p>
          ) : (
            <ul className={plane.rows}>
              {requests.map((request) => (
                <li key={`${request.kind} ${request.id}`} className={plane.row}>
                  <RequestRow request={request} />
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Part>
  );
}

function RequestRow({ request }: { request: AskedRequest }) {
  const { title, phone: number, text, contractId, takenBy } = request;
  return (
    <>
      <div>
        <b>{title}</b>
        <span className={plane.sub}>
          <a href={`tel:+${number}`}>{phone(number)}</a>. {text}
          {contractId !== null && (
            <>
              . <Link to={`/contracts/${contractId}`}>Договор {contractId}</Link>
            </>
          )}
          {takenBy !== null && `. Взял: ${takenBy}`}
        </span>
      </div>
      <RequestActions request={request} />
    </>
  );
}

/** Whoever has taken a request finishes it; another takes it over. */
function RequestActions({ request }: { request: AskedRequest }) {
  const { name } = useMe();
  const mayTake = useMay('requests take');
  const take = useChange(contract.orders.take);
  const [isFinishing, setFinishing] = useState(false);
  if (!mayTake) return null;
  const { kind, id, takenBy } = request;
  const confirm = (): void =>
    take.mutate(
      { body: { kind, request_id: id } },
      {
        onSuccess: () => saySuccess('Взяли', 'Другие это видят'),
        onError: (failure) => void sayError(failure, 'Повторите', 'Не взяли'),
      },
    );
  return takenBy === name ? (
    <>
      <Button look="soft" size="sm" onClick={() => setFinishing(true)}>
        Чем закончилось
      </Button>
      {isFinishing && <FinishDialog request={request} onClose={() => setFinishing(false)} />}
    </>
  ) : (
    <Button look="soft" size="sm" busy={take.isPending} onClick={confirm}>
      {takenBy === null ? 'Взять' : 'Взять себе'}
    </Button>
  );
}
