import { useState } from 'react';
import { Button } from '#web/ui/button/button.tsx';
import type { contract, Wire } from '../api/contract.ts';
import { mayDo, useMe } from '../api/me.ts';
import { FirstPasswordDialog } from './entry/first-password-dialog.tsx';
import { FileOrderDialog } from './file-order-dialog.tsx';
import { EditContractDialog } from './edit-contract-dialog.tsx';
import { ChargeDialog } from './charge-dialog.tsx';
import { EndContractDialog } from './ending/end-contract-dialog.tsx';
import { useStaffKeys } from '../lib/staff-keys.ts';
import { MoreActions } from '../look/more-actions.tsx';
import { HandOverDialog } from './regroup/hand-over-dialog.tsx';
import { JoinDialog } from './regroup/join-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { NoteDialog } from './note-dialog.tsx';
import { PromiseDialog } from './promise-dialog.tsx';
import { ReopenDialog } from './ending/reopen-dialog.tsx';
import { SplitDialog } from './regroup/split-dialog.tsx';

type HeadCard = Wire<typeof contract.card.show>;

const DIALOGS = {
  order: FileOrderDialog,
  link: LinkDialog,
  promise: PromiseDialog,
  charge: ChargeDialog,
  note: NoteDialog,
  password: FirstPasswordDialog,
  edit: EditContractDialog,
  move: MoveDialog,
  hand: HandOverDialog,
  split: SplitDialog,
  join: JoinDialog,
  close: EndContractDialog,
  reopen: ReopenDialog,
} as const;
type Asked = keyof typeof DIALOGS;

interface HeadAction {
  readonly one: Asked;
  readonly text: string;
  /** The command, which not everybody may make. */
  readonly words: string;
  /** Done seldom, so it waits below a button. */
  readonly isSeldom?: true;
  readonly isFor?: (state: { readonly isOff: boolean; readonly isClosed: boolean }) => boolean;
}

const ACTIONS: readonly HeadAction[] = [
  { one: 'order', text: 'Заявка с проверкой', words: 'orders file', isFor: ({ isClosed }) => !isClosed },
  { one: 'link', text: 'Ссылка на оплату', words: 'payment link' },
  { one: 'promise', text: 'Обещанный платёж', words: 'promise give', isFor: ({ isOff }) => isOff },
  { one: 'charge', text: 'Разовое списание', words: 'charge once', isSeldom: true, isFor: ({ isClosed }) => !isClosed },
  { one: 'note', text: 'Заметка', words: 'note add' },
  {
    one: 'password',
    text: 'Пароль на один вход',
    words: 'contract reset-password',
    isSeldom: true,
  },
  { one: 'edit', text: 'Исправить данные', words: 'contract edit', isSeldom: true },
  { one: 'move', text: 'Переезд', words: 'contract move', isSeldom: true, isFor: ({ isClosed }) => !isClosed },
  {
    one: 'hand',
    text: 'Переоформить',
    words: 'contract hand-over',
    isSeldom: true,
    isFor: ({ isClosed }) => !isClosed,
  },
  {
    one: 'split',
    text: 'Разделить договор',
    words: 'contract split',
    isSeldom: true,
    isFor: ({ isClosed }) => !isClosed,
  },
  {
    one: 'join',
    text: 'Объединить с другим договором',
    words: 'contract join',
    isSeldom: true,
    isFor: ({ isClosed }) => !isClosed,
  },
  { one: 'close', text: 'Расторгнуть', words: 'contract close', isSeldom: true, isFor: ({ isClosed }) => !isClosed },
  { one: 'reopen', text: 'Возобновить', words: 'contract reopen', isSeldom: true, isFor: ({ isClosed }) => isClosed },
];

const KEYS: Partial<Record<Asked, string>> = { order: 'Alt Z', link: 'F2' };

/** What is done with a contract as a whole. */
export function HeadActions({ card, today }: { card: HeadCard; today: string }) {
  const [asked, setAsked] = useState<Asked>();
  const may = useMe();
  const isOff = card.accounts.some(({ blocked }) => blocked);
  const buttons = ACTIONS.filter(
    ({ words, isFor }) =>
      mayDo(may, words) && (isFor === undefined || isFor({ isOff, isClosed: card.state === 'closed' })),
  );
  useStaffKeys({
    F2: mayDo(may, 'payment link') ? () => setAsked('link') : undefined,
    'alt KeyZ': buttons.some(({ one }) => one === 'order') ? () => setAsked('order') : undefined,
  });
  const often = buttons.filter(({ isSeldom }) => isSeldom !== true);
  const seldom = buttons.filter(({ isSeldom }) => isSeldom === true);
  const Asking = asked && DIALOGS[asked];
  return (
    <>
      {often.map(({ one, text }) => (
        <Button key={one} look="plain" size="sm" onClick={() => setAsked(one)}>
          {text} {KEYS[one] !== undefined && <kbd aria-hidden="true">{KEYS[one]}</kbd>}
        </Button>
      ))}
      <MoreActions actions={seldom} onChoose={setAsked} />
      {Asking && <Asking card={card} today={today} onClose={() => setAsked(undefined)} />}
    </>
  );
}
