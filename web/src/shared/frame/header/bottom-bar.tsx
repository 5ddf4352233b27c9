import { useState, type ReactNode } from 'react';
import { NavLink, useLocation } from '#web/lib/page/router.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Icon, type IconName } from '#web/ui/icon/icon.tsx';
import { Count } from '#web/ui/card/state.tsx';
import styles from './bottom-bar.module.css';
import { ClientCardLater } from '../client/client-card-later.tsx';
import { useOpenOrders } from '#web/shared/data/frame-data.ts';
import { maySee, useRole } from '#web/shared/data/role.ts';
import { Menu } from './menu.tsx';

interface GoProps {
  to: string;
  /** All pages below it belong to this place: `/payment`. */
  sections?: readonly string[];
  icon: IconName;
  children: ReactNode;
}

function Go({ to, sections, icon, children }: GoProps) {
  return (
    <NavLink to={to} sections={sections} end={to === '/'}>
      <Icon name={icon} />
      {children}
    </NavLink>
  );
}

const SERVICE_PATH = /^\/(?:internet|tv|sip|mail|telephone)\//;

/** The bottom navigation of a phone: five places. */
export function BottomBar() {
  const [sheet, setSheet] = useState<'services' | 'more'>();
  const { pathname } = useLocation();
  const orders = useOpenOrders();
  const role = useRole();
  const close = () => setSheet(undefined);
  return (
    <>
      <nav className={styles.bar} aria-label="Быстрые разделы">
        <Go to="/" icon="house">
          <span>Главная</span>
        </Go>
        {maySee(role, '/internet/') && (
          <button
            type="button"
            aria-haspopup="dialog"
            aria-current={SERVICE_PATH.test(pathname) ? 'page' : undefined}
            onClick={() => setSheet('services')}
          >
            <Icon name="layers" />
            <span>Услуги</span>
          </button>
        )}
        {maySee(role, '/payment/i') && (
          <Go to="/payment/i" sections={['/payment']} icon="wallet">
            <span>Оплата</span>
          </Go>
        )}
        {maySee(role, '/support/') && (
          <Go to="/support/orders" icon="message-question">
            <span>Заявки</span>
            {orders > 0 && (
              <span className={styles.count}>
                <Count value={orders} />
              </span>
            )}
          </Go>
        )}
        <button type="button" aria-haspopup="dialog" onClick={() => setSheet('more')}>
          <Icon name="menu" />
          <span>Ещё</span>
        </button>
      </nav>
      <Dialog open={sheet === 'services'} onClose={close} title="Услуги">
        <Menu kind="sheet" only="services" onGo={close} />
      </Dialog>
      <Dialog open={sheet === 'more'} onClose={close} title="Кабинет">
        <Menu kind="sheet" onGo={close} />
        <ClientCardLater />
      </Dialog>
    </>
  );
}
