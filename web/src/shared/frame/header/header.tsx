import { useState } from 'react';
import { useLocation } from '#web/lib/page/router.tsx';
import { LinkButton } from '#web/ui/button/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { BalancePill } from './balance-pill.tsx';
import { Brand } from './brand.tsx';
import { ClientCardLater } from '../client/client-card-later.tsx';
import { contractText, useClient, useInternetAccount, useTelephone } from '#web/shared/data/frame-data.ts';
import { isPartial, maySee, useRole } from '#web/shared/data/role.ts';
import styles from './header.module.css';
import { NoticesBell } from '#web/shared/notices/notices-bell.tsx';
import { useBalanceInView } from '../panel-view.ts';
import { ClientButton } from '../client/client-button.tsx';

/** Pages about the telephone account: where there is room for one balance, it is theirs. */
const OF_TELEPHONE = /^\/(?:payment|payments-history)\/t|^\/telephone\//;

function Balances({ pathname }: { pathname: string }) {
  const { data: internet } = useInternetAccount();
  const { data: telephone } = useTelephone();
  const isSecond = internet !== undefined && !OF_TELEPHONE.test(pathname);
  return (
    <div className={styles.balances}>
      {internet && (
        <div className={telephone && !isSecond ? styles.wide : undefined}>
          <BalancePill account="i" balance={internet.balance} />
        </div>
      )}
      {telephone && (
        <div className={isSecond ? styles.wide : undefined}>
          <BalancePill account="t" balance={telephone.balance} />
        </div>
      )}
    </div>
  );
}

/** The header of every page: client, balances, notices. */
export function Header() {
  const [card, setCard] = useState(false);
  const { data: client } = useClient();
  const role = useRole();
  const { pathname } = useLocation();
  const isPanelInView = useBalanceInView(pathname);
  return (
    <header className={styles.header}>
      <div className={styles.brand}>
        <Brand note={client ? contractText(client) : '\u00a0'} />
      </div>
      <div className={styles.who}>
        <ClientButton onOpen={() => setCard(true)} />
      </div>
      {!isPanelInView && (client ? <Balances pathname={pathname} /> : <div className={styles.balances} />)}
      {!isPanelInView && !pathname.startsWith('/payment/') && maySee(role, '/payment/i') && (
        <div className={styles.pay}>
          <LinkButton to="/payment/i" look="soft" size="sm">
            Пополнить
          </LinkButton>
        </div>
      )}
      {!isPartial(role) && <NoticesBell />}
      <Dialog open={card} onClose={() => setCard(false)} title="Клиент">
        <ClientCardLater />
      </Dialog>
    </header>
  );
}
