import type { ComponentType } from 'react';
import { isGuest } from '#web/api/session.ts';
import { Link, useParams } from '#web/lib/page/router.tsx';
import { lazyPart } from '#web/shared/page/lazy-part.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { CallBack } from './calls/call-back.tsx';
import { Contacts } from './contacts.tsx';
import { Frame } from './frame.tsx';
import { NewClient } from './guests/new-client.tsx';
import { NewOrder } from './orders/new-order.tsx';
import { OrderView } from './orders/order-view.tsx';
import { Orders } from './orders/orders.tsx';
import styles from './support.module.css';

const OPEN_VIEWS: Readonly<Record<string, ComponentType>> = {
  'call-back': CallBack,
  'new-client': NewClient,
  pay: lazyPart(async () => (await import('./guests/bill.tsx')).BillPage),
  invited: lazyPart(async () => (await import('./guests/invited.tsx')).Invited),
};
/** Views of a subscriber, to which a guest is asked to sign in. */
const SIGNED_IN_VIEWS: Readonly<Record<string, ComponentType>> = { orders: Orders, order: OrderView, new: NewOrder };

/** /support/:view_type: orders and a new one for a subscriber; a call, a new client and the contacts for guests, too. */
export function SupportPage() {
  const { view_type: view = '' } = useParams();
  const Own = SIGNED_IN_VIEWS[view];
  if (Own) return isGuest() ? <Reception view={view} /> : <Own />;
  const View = OPEN_VIEWS[view];
  return View ? <View /> : <Reception />;
}

/** The contacts; a guest who wanted more is asked to sign in. */
function Reception({ view }: { view?: string }) {
  const lead = isGuest() ? 'Позвоните, напишите или приходите: поможем и без входа в кабинет.' : undefined;
  return (
    <Frame title="Как с нами связаться" lead={lead} hasContacts={false}>
      <div className={styles.stack}>
        {view !== undefined && <SignInFirst view={view} />}
        <Contacts />
      </div>
    </Frame>
  );
}

function SignInFirst({ view }: { view: string }) {
  const to = view === 'new' ? '/support/new' : '/support/orders';
  return (
    <Callout title="Ваши заявки — в кабинете." action={<Link to={`/login?return=${to}`}>Войти и посмотреть</Link>}>
      Чтобы увидеть их ход и время визита мастера, войдите.
    </Callout>
  );
}
