import { useState, type SubmitEvent } from 'react';
import { fromWireMoney, toWireMoney, typedRubles } from '@kabinet/contract/kernel/money';
import { dayText, rubles } from '#web/lib/text/format.ts';
import { isZero, payFor } from '#web/shared/money/account-sums.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Chips } from '#web/ui/field/choice.tsx';
import { MoneyField } from '#web/ui/field/field.tsx';
import { copyText } from '#web/ui/toast/copy.ts';
import { sayError } from '#web/ui/toast/toast-store.ts';
import { contract, type Wire } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import styles from './actions.module.css';

type LinkCard = Pick<Wire<typeof contract.card.show>, 'contract_id' | 'accounts' | 'contacts'>;
type Made = Wire<typeof contract.paymentLinks.make>;
type Way = 'sms' | 'email' | 'none';

interface LinkDialogProps {
  card: LinkCard;
  today: string;
  onClose: () => void;
}

const WAYS: Record<Way, string> = { sms: 'СМС', email: 'Письмом', none: 'Только показать' };

type LinkAccount = LinkCard['accounts'][number];

const ACCOUNTS = { i: 'Интернет и ТВ', t: 'Телефон' } as const;

/** The account that the link is mostly for: the first that is off, else the first. */
const likely = ({ accounts }: LinkCard): LinkAccount | undefined =>
  accounts.find(({ blocked }) => blocked) ?? accounts[0];

/** What is missing for the next charge, in whole roubles; nothing: the field is empty. */
function sumFor(account: LinkAccount | undefined): string {
  const missing = account?.blocked ? account.missing : (account?.upcoming.at(-1)?.missing ?? '0.00');
  return isZero(missing)
    ? ''
    : toWireMoney(fromWireMoney(payFor(missing)))
        .replace('.00', '')
        .replace('.', ',');
}

/** A link by which anybody pays: the sum that is missing, sent to a confirmed contact or shown. */
export function LinkDialog({ card, today, onClose }: LinkDialogProps) {
  const ways: Way[] = [
    ...(card.contacts.phones.some((one) => one.is_confirmed && one.whose === null) ? (['sms'] as const) : []),
    ...(card.contacts.mails.some((one) => one.is_confirmed && one.whose === null) ? (['email'] as const) : []),
    'none',
  ];
  const [account, setAccount] = useState(() => likely(card));
  const [sum, setSum] = useState(() => sumFor(account));
  const [way, setWay] = useState<Way>(ways[0] ?? 'none');
  const [error, setError] = useState<string>();
  const [made, setMade] = useState<Made>();
  const make = useChange(contract.paymentLinks.make);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const isSum = typedRubles(sum) !== undefined;
    setError(isSum ? undefined : 'Напишите сумму: рубли, копейки после запятой');
    if (!isSum) return;
    const body = {
      contract_id: card.contract_id,
      amount: sum,
      ...(account && { account: account.kind }),
      ...(way !== 'none' && { send: way }),
    };
    make.mutate(
      { body },
      {
        onSuccess: setMade,
        onError: (failure) => void sayError(failure, 'Ссылка не вышла. Повторите', 'Не отправили'),
      },
    );
  };
  const chooseAccount = (kind: LinkAccount['kind']): void => {
    const chosen = card.accounts.find((one) => one.kind === kind);
    setAccount(chosen);
    setSum(sumFor(chosen));
  };
  if (made) return <MadeLink made={made} today={today} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title="Ссылка на оплату">
      <DialogForm onSubmit={submit}>
        {card.accounts.length > 1 && (
          <Chips
            label="За что"
            value={account?.kind}
            onChange={chooseAccount}
            options={card.accounts.map(({ kind, balance }) => ({
              value: kind,
              text: `${ACCOUNTS[kind]}, ${rubles(balance)}`,
            }))}
          />
        )}
        <MoneyField label="Сумма" value={sum} onChange={setSum} error={error} />
        <Chips
          label="Куда отправить"
          value={way}
          onChange={setWay}
          options={ways.map((value) => ({ value, text: WAYS[value] }))}
        />
        <Button type="submit" wide busy={make.isPending}>
          {way === 'none' ? 'Сделать ссылку' : 'Отправить'}
        </Button>
      </DialogForm>
    </Dialog>
  );
}

function MadeLink({ made, today, onClose }: { made: Made; today: string; onClose: () => void }) {
  const { url, sent_to, amount, expires_at } = made;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Ссылка на ${rubles(amount)}`}
      actions={
        <>
          <Button icon="copy" onClick={() => void copyText(url, 'Скопировали ссылку')}>
            Скопировать
          </Button>
          <Button look="plain" onClick={onClose}>
            Готово
          </Button>
        </>
      }
    >
      {sent_to !== null && (
        <Callout tone="ok" title="Отправили">
          на {sent_to}.
        </Callout>
      )}
      <p className={styles.link}>{url}</p>
      <p>Действует до {dayText(expires_at.slice(0, 10), today)}. Второй раз её не&nbsp;показать.</p>
    </Dialog>
  );
}
