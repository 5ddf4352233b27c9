import { useState } from 'react';
import { Button } from '#web/ui/button/button.tsx';
import type { contract, Wire } from '../api/contract.ts';
import { mayDo, useMe } from '../api/me.ts';
import { ChargeDialog } from './charge-dialog.tsx';
import { EndContractDialog } from './end-contract-dialog.tsx';
import { useStaffKeys } from '../lib/staff-keys.ts';
import { LinkDialog } from './link-dialog.tsx';
import { NoteDialog } from './note-dialog.tsx';
import { PromiseDialog } from './promise-dialog.tsx';

type HeadCard = Wire<typeof contract.card.show>;

const DIALOGS = {
  link: LinkDialog,
  promise: PromiseDialog,
  charge: ChargeDialog,
  note: NoteDialog,
  close: EndContractDialog,
} as const;
type Asked = keyof typeof DIALOGS;

interface HeadAction {
  readonly one: Asked;
  readonly text: string;
  /** The command, which not everybody may make. */
  readonly words: string;
  readonly isFor?: (state: { readonly isOff: boolean; readonly isClosed: boolean }) => boolean;
}

const ACTIONS: readonly HeadAction[] = [
  { one: 'link', text: 'Ссылка на оплату', words: 'payment link' },
  { one: 'promise', text: 'Обещанный платёж', words: 'promise give', isFor: ({ isOff }) => isOff },
  { one: 'charge', text: 'Разовое списание', words: 'charge once', isFor: ({ isClosed }) => !isClosed },
  { one: 'note', text: 'Заметка', words: 'note add' },
  { one: 'close', text: 'Расторгнуть', words: 'contract close', isFor: ({ isClosed }) => !isClosed },
];

/** What is done with a contract as a whole. */
export function HeadActions({ card, today }: { card: HeadCard; today: string }) {
  const [asked, setAsked] = useState<Asked>();
  const may = useMe();
  const isOff = card.accounts.some(({ blocked }) => blocked);
  const buttons = ACTIONS.filter(
    ({ words, isFor }) =>
      mayDo(may, words) && (isFor === undefined || isFor({ isOff, isClosed: card.state === 'closed' })),
  );
  useStaffKeys({ F2: mayDo(may, 'payment link') ? () => setAsked('link') : undefined });
  const Asking = asked && DIALOGS[asked];
  return (
    <>
      {buttons.map(({ one, text }) => (
        <Button key={one} look="plain" size="sm" onClick={() => setAsked(one)}>
          {text} {one === 'link' && <kbd aria-hidden="true">F2</kbd>}
        </Button>
      ))}
      {Asking && <Asking card={card} today={today} onClose={() => setAsked(undefined)} />}
    </>
  );
}
