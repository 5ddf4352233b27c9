import type { ComponentType } from 'react';
import { isGuest } from '#api/session.ts';
import { Link, useParams } from '#lib/router.tsx';
import { PageHead } from '#shared/page/page-head.tsx';
import { Callout } from '#ui/callout.tsx';
import { Segmented } from '#ui/choice.tsx';
import { CallBack } from './call-back.tsx';
import { Contacts } from './contacts.tsx';
import { NewClient } from './new-client.tsx';
import { NewOrder } from './new-order.tsx';
import { OrderView } from './order-view.tsx';
import { Orders } from './orders.tsx';
import styles from './support.module.css';

const OWN = [
  { to: '/support/orders', text: 'Заявки' },
  { to: '/support/call-back', text: 'Звонок' },
  { to: '/support/contacts', text: 'Контакты' },
];
const GUESTS = [
  { to: '/support/new-client', text: 'Подключиться' },
  { to: '/support/call-back', text: 'Звонок' },
  { to: '/support/contacts', text: 'Контакты' },
];

/** Views that have a heading of their own. */
const OWN_VIEWS: Readonly<Record<string, ComponentType>> = { order: OrderView, new: NewOrder };

/** /support/:view_type: orders and a new one for a subscriber; a call, a new client and the contacts for guests, too. */
export function Page() {
  const { view_type: view = '' } = useParams();
  const guest = isGuest();
  const View = guest ? undefined : OWN_VIEWS[view];
  if (View) return <View />;
  return (
    <>
      <Head view={view} guest={guest} />
      <div className={styles.views}>
        <Segmented label="Раздел поддержки" links={guest ? GUESTS : OWN} />
      </div>
      <Content view={view} guest={guest} />
    </>
  );
}

const TITLES: Readonly<Record<string, string>> = {
  orders: 'Мои заявки',
  'call-back': 'Перезвоним вам',
  'new-client': 'Подключим дом',
};

function Head({ view, guest }: { view: string; guest: boolean }) {
  const title = guest && view === 'orders' ? undefined : TITLES[view];
  if (title !== undefined) return <PageHead title={title} />;
  const lead = guest ? 'Позвоните, напишите или приходите: поможем и без входа в кабинет.' : undefined;
  return <PageHead title="Как с нами связаться" lead={lead} />;
}

/** Views of a subscriber, to which a guest is asked to sign in. */
const SIGNED_IN = new Set(['orders', 'order', 'new']);

function Content({ view, guest }: { view: string; guest: boolean }) {
  if (view === 'call-back') return <CallBack />;
  if (view === 'new-client') return <NewClient />;
  if (!SIGNED_IN.has(view)) return <Contacts />;
  if (!guest) return <Orders />;
  return (
    <div className={styles.stack}>
      <SignInFirst view={view} />
      <Contacts />
    </div>
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
