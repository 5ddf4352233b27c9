import { useState } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { counted, dayOf, momentText } from '#web/lib/text/format.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State } from '#web/ui/card/state.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract } from '../api/contract.ts';
import { useMe } from '../api/me.ts';
import { rolesText } from '../api/role-words.ts';
import { useAnswer, useChange } from '../api/use-call.ts';
import plane from '../look/plane.module.css';
import { Part, Plane, PlaneHead } from '../look/plane.tsx';
import { AgreeDialog, RefuseDialog } from './decide-dialogs.tsx';
import { APPROVAL_STATES, askedText, inputText, type Approval } from './approval.texts.ts';

const EVERY_MS = 20_000;

/** Until the list has come nobody knows whether something waits. */
const titleOf = (list: readonly Approval[] | undefined): string => {
  if (!list) return 'Согласия';
  const waiting = list.filter(({ state, may_agree: may }) => state === 'waiting' && may).length;
  return waiting === 0
    ? 'Согласия не ждут'
    : `${counted(waiting, 'просьба ждёт', 'просьбы ждут', 'просьб ждут')} вашего согласия`;
};

/** What needs a second person: the requests of others to decide, and the own ones. */
export function ApprovalsPage() {
  const answer = useAnswer(contract.approvals.list, { query: {} }, { every: EVERY_MS });
  return (
    <Plane>
      <PlaneHead
        title={titleOf(answer.data)}
        lead="Выше порога одному человеку мало: второй видит, что именно произойдёт, и соглашается. Просьба живёт сутки."
      />
      <Part title="Просьбы">
        <Loaded
          alone
          answer={answer}
          failed="Просьбы не загрузились."
          skeleton={<SkeletonRows label="Загружаем просьбы" tile={false} />}
        >
          {(list) =>
            list.length === 0 ? (
              <Empty icon="circle-check" title="Просьб ещё не было">
                Они появятся, когда кто-то попросит о возврате или исправлении выше порога.
              </Empty>
            ) : (
              <ul className={plane.rows}>
                {list.map((one) => (
                  <ApprovalRow key={one.approval_id} approval={one} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Part>
    </Plane>
  );
}

function decidedText({ decided_by: by, decided_at: at, note }: Approval, today: string): string {
  if (by === null || at === null) return '';
  return ` · ${by}, ${momentText(at, today)}${note === null ? '' : `: ${note}`}`;
}

function ApprovalRow({ approval }: { approval: Approval }) {
  const today = dayOf(now());
  const { tone, word } = APPROVAL_STATES[approval.state];
  const { call, input, reason, asked_by: by, asked_role: role, asked_at: at } = approval;
  return (
    <li className={plane.row}>
      <div>
        <b>{askedText(call)}</b>{' '}
        <State tone={tone} quiet={tone === 'ok'}>
          {word}
        </State>
        <span className={plane.sub}>{inputText(input)}</span>
        <span className={plane.sub}>
          {by}, {rolesText([role])}, {momentText(at, today)}: «{reason}»{decidedText(approval, today)}
        </span>
      </div>
      <Decide approval={approval} />
    </li>
  );
}

function Decide({ approval }: { approval: Approval }) {
  const me = useMe();
  const [asked, setAsked] = useState<'agree' | 'refuse'>();
  const withdraw = useChange(contract.approvals.withdraw);
  if (approval.state !== 'waiting') return null;
  const takeBack = (): void =>
    withdraw.mutate(
      { body: { approval_id: String(approval.approval_id) } },
      {
        onSuccess: () => saySuccess('Отозвали'),
        onError: (failure) => void sayError(failure, 'Отозвать не получилось. Повторите'),
      },
    );
  if (approval.may_agree) {
    return (
      <ButtonRow>
        <Button size="sm" onClick={() => setAsked('agree')}>
          Посмотреть и согласиться
        </Button>
        <Button look="plain" size="sm" onClick={() => setAsked('refuse')}>
          Отказать
        </Button>
        {asked === 'agree' && <AgreeDialog approval={approval} onClose={() => setAsked(undefined)} />}
        {asked === 'refuse' && <RefuseDialog approval={approval} onClose={() => setAsked(undefined)} />}
      </ButtonRow>
    );
  }
  if (approval.asked_by !== me.name) return null;
  return (
    <Button look="plain" size="sm" busy={withdraw.isPending} onClick={takeBack}>
      Отозвать
    </Button>
  );
}
