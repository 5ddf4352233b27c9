import { momentText, phone as phoneText } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import type { Wire } from '../api/contract.ts';
import type { contract } from '../api/contract.ts';
import plane from '../look/plane.module.css';
import { Part } from '../look/plane.tsx';

type WaitingRequest = Wire<typeof contract.connect.waiting>['requests'][number];

const MOST_SHOWN = 5;

interface WaitingProps {
  requests: readonly WaitingRequest[];
  today: string;
  onTake: (request: WaitingRequest) => void;
}

/** Who has asked to be connected: one press fills the form. */
export function WaitingList({ requests, today, onTake }: WaitingProps) {
  if (requests.length === 0) return null;
  return (
    <Part title="Ждут подключения" caption={requests.length > MOST_SHOWN ? `всего ${requests.length}` : undefined}>
      <ul className={plane.rows}>
        {requests.slice(0, MOST_SHOWN).map((request) => (
          <li key={request.request_id} className={plane.row}>
            <div>
              <b>{request.name}</b>
              <span className={plane.sub}>
                {request.address}, {phoneText(request.phone)}
                {request.plan !== null && `, «${request.plan}»`}. Заявка {request.request_id},{' '}
                {momentText(request.created_at, today)}
              </span>
            </div>
            <Button
              look="plain"
              size="sm"
              aria-label={`Заполнить из заявки ${request.request_id}`}
              onClick={() => onTake(request)}
            >
              Заполнить
            </Button>
          </li>
        ))}
      </ul>
    </Part>
  );
}
