import { useState } from 'react';
import { kopecks, typedRubles, toWireMoney } from '@kabinet/contract/kernel/money';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { isZero } from '#web/shared/money/account-sums.ts';
import { rubles } from '#web/lib/text/format.ts';
import { Field, MoneyField, Select } from '#web/ui/field/field.tsx';
import { contract, type Wire } from '../api/contract.ts';
import { MoneyChangeDialog } from './money-change-dialog.tsx';

interface ChargeDialogProps {
  card: Pick<Wire<typeof contract.card.show>, 'accounts'>;
  onClose: () => void;
}

/** A one-time charge: the next day of charging takes it. */
export function ChargeDialog({ card, onClose }: ChargeDialogProps) {
  const [account, setAccount] = useState(card.accounts[0]?.account_no ?? '');
  const [sumText, setSum] = useState('');
  const [text, setText] = useState('');
  const [document, setDocument] = useState('');
  const amount = sumTyped(sumText);
  const body = { account_no: account, amount, text: text.trim(), document: document.trim() };
  return (
    <MoneyChangeDialog
      call={contract.charging.once}
      words="charge once"
      title="Списать разово"
      verb={isZero(amount) ? 'Списать' : `Списать ${rubles(amount)}`}
      back="Не списывать"
      body={isWhole(body) ? body : undefined}
      done="Спишется с ближайшим днём списаний"
      onClose={onClose}
      told={({ amount: charged, outcome }) => [
        ['Спишем', rubles(charged)],
        ...(outcome === 'known' ? [['Этот документ', 'уже списан, второй раз не спишем'] as [string, string]] : []),
      ]}
    >
      {card.accounts.length > 1 && (
        <Select label="Счёт" value={account} onChange={({ target }) => setAccount(target.value)}>
          {card.accounts.map(({ account_no: no, kind }) => (
            <option key={no} value={no}>
              {ACCOUNT_NAMES[kind]}, {no}
            </option>
          ))}
        </Select>
      )}
      <MoneyField label="Сколько" value={sumText} onChange={setSum} />
      <Field
        label="За что"
        value={text}
        maxLength={500}
        hint="Прочитает абонент: «Замена роутера»"
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
      />
      <Field
        label="Номер документа"
        value={document}
        maxLength={100}
        hint="Акт, наряд, заявка: по нему спишем один раз"
        autoComplete="off"
        onChange={({ target }) => setDocument(target.value)}
      />
    </MoneyChangeDialog>
  );
}

const sumTyped = (typed: string): string => toWireMoney(typedRubles(typed) ?? kopecks(0));

const isWhole = ({ amount, text, document }: Record<'amount' | 'text' | 'document', string>): boolean =>
  !isZero(amount) && text !== '' && document !== '';
