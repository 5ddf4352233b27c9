import { useState } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, momentText, number } from '#web/lib/text/format.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State } from '#web/ui/card/state.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { useAnswer, useChange } from '../api/use-call.ts';
import plane from '../look/plane.module.css';
import { Part, Plane, PlaneHead, Split } from '../look/plane.tsx';
import { CampaignForm } from './campaign-form.tsx';
import { CAMPAIGN_STATES, clientsText, waysText, type Campaign } from './campaigns.texts.ts';

const EVERY_MS = 5000;

function titleOf(list: readonly Campaign[] | undefined): string {
  const sending = list?.find(({ state }) => state === 'sending');
  if (sending) return `«${sending.title}»: отправлено ${number(sending.sent)} из ${number(sending.recipients)}`;
  const [last] = list ?? [];
  return last ? `Последнюю рассылку получили ${clientsText(last.sent)}` : 'Рассылки';
}

/** Messages to many: whom, what, by what; the form beside what was sent. */
export function CampaignsPage() {
  const answer = useAnswer(contract.campaigns.list, {}, { every: EVERY_MS });
  const maySend = useMay('campaign send');
  const [round, setRound] = useState(0);
  return (
    <Plane>
      <PlaneHead
        title={titleOf(answer.data)}
        lead="Каждый получит сообщение один раз. Тихие часы абонента соблюдаются: что может разбудить, уйдёт утром."
      />
      <Split>
        {maySend ? <CampaignForm key={round} onSent={() => setRound(round + 1)} /> : <div />}
        <Part title="Что отправляли">
          <Loaded
            alone
            answer={answer}
            failed="Рассылки не загрузились."
            skeleton={<SkeletonRows label="Загружаем рассылки" tile={false} />}
          >
            {(list) =>
              list.length === 0 ? (
                <Empty icon="send" title="Рассылок ещё не было">
                  Напишите первую: прогон покажет, кто её получит.
                </Empty>
              ) : (
                <ul className={plane.rows}>
                  {list.map((one) => (
                    <CampaignRow key={one.campaign_id} campaign={one} />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </Part>
      </Split>
    </Plane>
  );
}

function CampaignRow({ campaign }: { campaign: Campaign }) {
  const { title, made_by: by, made_at: at, recipients, sent, ways, state } = campaign;
  const { tone, word } = CAMPAIGN_STATES[state];
  return (
    <li className={plane.row}>
      <div>
        <b>{title}</b>{' '}
        <State tone={tone} quiet={tone === 'ok'}>
          {word}
        </State>
        <span className={plane.sub}>
          {by}, {momentText(at, dayOf(now()))}. Получили {number(sent)} из {number(recipients)}
        </span>
        {ways.length > 0 && <span className={plane.sub}>{waysText(ways)}</span>}
      </div>
      {state === 'sending' && <StopButton id={campaign.campaign_id} />}
    </li>
  );
}

function StopButton({ id }: { id: number }) {
  const stop = useChange(contract.campaigns.stop);
  if (!useMay('campaign stop')) return null;
  return (
    <Button
      look="cut"
      size="sm"
      busy={stop.isPending}
      onClick={() =>
        stop.mutate(
          { body: { campaign_id: String(id) } },
          {
            onSuccess: ({ sent }) => saySuccess('Остановили', `Успели получить: ${number(sent)}`),
            onError: (failure) => void sayError(failure, 'Остановить не получилось. Повторите'),
          },
        )
      }
    >
      Остановить
    </Button>
  );
}
