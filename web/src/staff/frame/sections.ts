import type { Me } from '../api/me.ts';
import { mayDo } from '../api/me.ts';
import type { StaffIconName } from '../look/staff-icon.tsx';

export interface Section {
  readonly to: string;
  readonly title: string;
  readonly icon: StaffIconName;
  /** The call without which the section is of no use, by the words of its command. */
  readonly needs: string;
}

/** The menu, in its order. What a person may not even see is not there; the server refuses in any case. */
const SECTIONS: readonly Section[] = [
  { to: '/', title: 'Мой день', icon: 'sun', needs: 'me' },
  { to: '/cash', title: 'Касса', icon: 'wallet', needs: 'desk' },
  { to: '/orders', title: 'Заявки', icon: 'clipboard', needs: 'orders list' },
  { to: '/visits', title: 'Визиты', icon: 'calendar-clock', needs: 'visits' },
  { to: '/incidents', title: 'Аварии', icon: 'triangle-alert', needs: 'incidents list' },
  { to: '/inbox', title: 'Ждёт человека', icon: 'inbox', needs: 'inbox list' },
  { to: '/connect', title: 'Подключить', icon: 'plug', needs: 'contract open' },
  { to: '/debtors', title: 'Должники', icon: 'hourglass', needs: 'debtors list' },
  { to: '/catalogue', title: 'Каталог', icon: 'tags', needs: 'catalogue list' },
  { to: '/network', title: 'Сеть', icon: 'router', needs: 'network differs' },
  { to: '/places', title: 'Дома', icon: 'building', needs: 'towns list' },
  { to: '/campaigns', title: 'Рассылки', icon: 'send', needs: 'campaign list' },
  { to: '/reports', title: 'Отчёты', icon: 'chart', needs: 'reports export' },
  { to: '/approvals', title: 'Согласия', icon: 'list', needs: 'approvals list' },
  { to: '/team', title: 'Сотрудники', icon: 'user', needs: 'staff list' },
  { to: '/keys', title: 'Ключи программ', icon: 'key', needs: 'keys list' },
  { to: '/audit', title: 'Журнал', icon: 'note', needs: 'audit' },
];

export const sectionsFor = (me: Pick<Me, 'calls'>): readonly Section[] =>
  SECTIONS.filter(({ needs }) => mayDo(me, needs));
