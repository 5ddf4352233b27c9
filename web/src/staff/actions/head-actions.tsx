import { useState } from 'react';
import { Button } from '#web/ui/button/button.tsx';
import type { contract, Wire } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { useStaffKeys } from '../lib/staff-keys.ts';
import { LinkDialog } from './link-dialog.tsx';
import { NoteDialog } from './note-dialog.tsx';
import { PromiseDialog } from './promise-dialog.tsx';

type HeadCard = Wire<typeof contract.card.show>;

const DIALOGS = { link: LinkDialog, promise: PromiseDialog, note: NoteDialog } as const;
type Asked = keyof typeof DIALOGS;

/** What is done with a contract as a whole. */
export function HeadActions({ card, today }: { card: HeadCard; today: string }) {
  const [asked, setAsked] = useState<Asked>();
  const [mayLink, mayPromise, mayNote] = [useMay('payment link'), useMay('promise give'), useMay('note add')];
  const isOff = card.accounts.some(({ blocked }) => blocked);
  const buttons: (readonly [Asked, string])[] = [
    ...(mayLink ? [['link', 'Ссылка на оплату'] as const] : []),
    ...(mayPromise && isOff ? [['promise', 'Обещанный платёж'] as const] : []),
    ...(mayNote ? [['note', 'Заметка'] as const] : []),
  ];
  useStaffKeys({ F2: mayLink ? () => setAsked('link') : undefined });
  const Asking = asked && DIALOGS[asked];
  return (
    <>
      {buttons.map(([one, text]) => (
        <Button key={one} look="plain" size="sm" onClick={() => setAsked(one)}>
          {text} {one === 'link' && <kbd aria-hidden="true">F2</kbd>}
        </Button>
      ))}
      {Asking && <Asking card={card} today={today} onClose={() => setAsked(undefined)} />}
    </>
  );
}
