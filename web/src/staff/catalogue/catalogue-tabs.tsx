import { useLocation } from '#web/lib/page/router.tsx';
import { Segmented } from '#web/ui/field/choice.tsx';
import { useMe, mayDo } from '../api/me.ts';
import styles from './catalogue.module.css';

const TABS = [
  {
    to: '/catalogue',
    text: 'Тарифы, опции, услуги',
    needs: 'catalogue list',
    of: /^\/catalogue(?:\/(?:plan|option|program)\/.*)?$/,
  },
  { to: '/catalogue/zones', text: 'Зоны звонков', needs: 'zones list', of: /^\/catalogue\/zones/ },
  { to: '/catalogue/packages', text: 'Пакеты минут', needs: 'packages list', of: /^\/catalogue\/packages/ },
] as const;

/** The three lists of what is sold. */
export function CatalogueTabs() {
  const me = useMe();
  const { pathname } = useLocation();
  const links = TABS.filter(({ needs }) => mayDo(me, needs)).map(({ to, text, of }) => ({
    to,
    text,
    current: of.test(pathname),
  }));
  if (links.length < 2) return null;
  return (
    <div className={styles.tabs}>
      <Segmented label="Разделы каталога" links={links} />
    </div>
  );
}
