import type { ReactNode } from 'react';
import { useNavigate } from '#web/lib/page/router.tsx';
import { momentText } from '#web/lib/text/format.ts';
import { Button, LinkButton } from '#web/ui/button/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';

/** What a new contract was opened with. */
interface OpenedContract {
  readonly new_contract_id: number | null;
  readonly account_no: string | null;
  readonly password: string | null;
  readonly until: string | null;
}

interface NewContractProps {
  opened: OpenedContract;
  title: string;
  /** What to say to the subscriber. */
  say: string;
  onClose: () => void;
  children?: ReactNode;
}

/** The account and the first password of a contract that others have become; closed, it opens the card of the new one. */
export function NewContractDialog({ opened, title, say, onClose, children }: NewContractProps) {
  const navigate = useNavigate();
  const { new_contract_id: to, account_no: account, password, until } = opened;
  const open = `/contracts/${to ?? ''}`;
  return (
    <Dialog
      open
      onClose={() => {
        onClose();
        navigate(open);
      }}
      title={title}
      actions={
        <>
          <LinkButton to={open}>Открыть карточку</LinkButton>
          <Button look="plain" onClick={onClose}>
            Остаться здесь
          </Button>
        </>
      }
    >
      <p>{say} Пароль показываем один раз.</p>
      <KeyValues
        list={[
          ['Логин', String(to)],
          ['Счёт для оплаты', account ?? ''],
          ['Пароль на первый вход', password ?? ''],
          ['Пароль действует до', until === null ? '' : momentText(until, '')],
        ]}
      />
      {children}
    </Dialog>
  );
}
