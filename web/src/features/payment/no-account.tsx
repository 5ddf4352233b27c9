import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { LinkButton } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import type { AccountKind } from './ways/use-sbp.ts';

/** The contract has no such account; loaded when needed. */
export function NoAccount({ p }: { p: AccountKind }) {
  const other = p === 't' ? 'i' : 't';
  return (
    <Card title={ACCOUNT_NAMES[p]}>
      <Empty
        icon="wallet"
        title={`Счёта «${ACCOUNT_NAMES[p]}» нет`}
        action={<LinkButton to={`/payment/${other}`}>Пополнить счёт «{ACCOUNT_NAMES[other]}»</LinkButton>}
      >
        В&nbsp;договоре есть только счёт «{ACCOUNT_NAMES[other]}».
      </Empty>
    </Card>
  );
}
