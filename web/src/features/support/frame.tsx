import type { ReactNode } from 'react';
import { isGuest } from '#web/api/session.ts';
import { PageHead } from '#web/shared/page/page-head.tsx';
import { SupportLine } from '#web/shared/service/page/service-support.tsx';
import { Stack } from '#web/ui/card/card.tsx';
import { Segmented } from '#web/ui/field/choice.tsx';
import { Contacts } from './contacts.tsx';
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

interface FrameProps {
  /** The heading: the answer that the view gives. */
  title: string;
  /** The title of the tab, if the heading is not clear alone. */
  tab?: string;
  lead?: string | undefined;
  /** Whether a wide screen of a subscriber has the contacts beside the view. */
  hasContacts?: boolean;
  children: ReactNode;
}

/** A view of support, with links to the other views. */
export const Frame = ({ title, tab, lead, hasContacts = true, children }: FrameProps) => (
  <>
    <PageHead title={title} lead={lead} {...(tab !== undefined && { tab })} />
    <div className={styles.views}>
      <Segmented label="Раздел поддержки" links={isGuest() ? GUESTS : OWN} />
    </div>
    {isGuest() ? (
      <Stack>
        {children}
        {hasContacts && <SupportLine>Проще сказать словами? Позвоните нам</SupportLine>}
      </Stack>
    ) : (
      <div className={styles.desk}>
        <div>{children}</div>
        {hasContacts && (
          <aside className={styles.beside} aria-label="Контакты">
            <Contacts />
          </aside>
        )}
      </div>
    )}
  </>
);
