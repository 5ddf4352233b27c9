import { isGuest } from '#api/session.ts';
import { Link, useParams } from '#lib/router.tsx';
import { PageHead } from '#shared/page/page-head.tsx';
import { Callout } from '#ui/callout.tsx';
import { Segmented } from '#ui/choice.tsx';
import { Contacts } from './contacts.tsx';
import { Orders } from './orders.tsx';
import styles from './support.module.css';

const links = [
  { to: '/support/orders', text: 'Заявки' },
  { to: '/support/contacts', text: 'Контакты' },
];

/** /support/:view_type: `orders` shows a subscriber's orders; anything else, and any address for a guest, shows the contacts. */
export function Page() {
  const { view_type: viewType } = useParams();
  if (isGuest()) return <ForGuest wantedOrders={viewType === 'orders'} />;
  const isOrders = viewType === 'orders';
  return (
    <>
      <PageHead title={isOrders ? 'Мои заявки' : 'Как с нами связаться'} />
      <div className={styles.views}>
        <Segmented label="Раздел поддержки" links={links} />
      </div>
      {isOrders ? <Orders /> : <Contacts />}
    </>
  );
}

function ForGuest({ wantedOrders }: { wantedOrders: boolean }) {
  return (
    <>
      <PageHead title="Как с нами связаться" lead="Позвоните, напишите или приходите: поможем и без входа в кабинет." />
      <div className={styles.stack}>
        {wantedOrders && (
          <Callout
            title="Ваши заявки — в кабинете."
            action={<Link to="/login?return=/support/orders">Войти и посмотреть</Link>}
          >
            Чтобы увидеть их ход и время визита мастера, войдите.
          </Callout>
        )}
        <Contacts />
      </div>
    </>
  );
}
