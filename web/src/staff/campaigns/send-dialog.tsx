import { useState } from 'react';
import { refusalOf } from '#web/api/refusal.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, momentText, number } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { useRehearsal } from '../actions/use-rehearsal.ts';
import { contract, type Request, type Wire } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import { wayText } from '../debtors/debtors.texts.ts';
import { AskSecond } from '../look/ask-second.tsx';
import { clientsText, type CampaignBody } from './campaigns.texts.ts';
import styles from './campaigns.module.css';

interface SendDialogProps {
  body: CampaignBody;
  onSent: () => void;
  onClose: () => void;
}

/** Who gets it, by what, and what it costs, before anything is sent. */
export function SendDialog({ body, onSent, onClose }: SendDialogProps) {
  const send = useChange(contract.campaigns.send);
  const [failure, setFailure] = useState<Error>();
  const rehearsal = useRehearsal(contract.campaigns.send, body, { paused: send.isPending });
  const refusal = refusalOf(failure ?? rehearsal.error);
  const count = rehearsal.data?.recipients;
  const press = (): void => {
    const wanted = { body } as unknown as Request<typeof contract.campaigns.send>;
    const done = ({ recipients }: { recipients: number }): void => {
      saySuccess('Отправляем', clientsText(recipients));
      onSent();
    };
    send.mutate(wanted, { onSuccess: done, onError: setFailure });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Отправить «${body['title'] ?? ''}»?`}
      actions={
        <>
          <Button busy={send.isPending} aria-disabled={count === undefined || undefined} onClick={press}>
            {count === undefined ? 'Отправить' : `Отправить: ${clientsText(count)}`}
          </Button>
          <Button look="plain" onClick={onClose}>
            Не отправлять
          </Button>
        </>
      }
    >
      {refusal ? (
        <Callout tone="wait" role="alert" title="Не отправили.">
          {readable(refusal.message, 'Измените условия')}.
        </Callout>
      ) : (
        <Loaded
          alone
          answer={rehearsal}
          failed="Не удалось посчитать."
          skeleton={<SkeletonRows label="Считаем, кто получит" count={3} tile={false} />}
        >
          {(told) => <Preview told={told} />}
        </Loaded>
      )}
      <AskSecond
        failure={failure}
        call="campaign send"
        input={body}
        reason={`Рассылка «${body['title'] ?? ''}»`}
        onAsked={onSent}
      />
    </Dialog>
  );
}

function Preview({ told }: { told: Wire<typeof contract.campaigns.send> }) {
  const { ways, sms_parts: parts, without_news: unwilling, quiet_until: quiet, sms } = told;
  return (
    <>
      <KeyValues
        list={[
          ...ways.map(({ way, count }) => [wayText(way), number(count)] as const),
          parts > 0 && ['Оплатим частей СМС', number(parts)],
          unwilling > 0 && ['Новости выключены', number(unwilling)],
        ]}
      />
      {quiet !== null && (
        <Callout tone="info" title="Сейчас тихие часы.">
          В&nbsp;кабинет и&nbsp;почтой уйдёт сразу, остальное после {momentText(quiet, dayOf(now()))}.
        </Callout>
      )}
      <blockquote className={styles.example}>{sms}</blockquote>
    </>
  );
}
