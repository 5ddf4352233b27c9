import { Suspense, type ComponentType } from 'react';
import { Link, useParams } from '#web/lib/page/router.tsx';

import { lazyPart } from '#web/shared/page/lazy-part.tsx';
import { useRole, type Role } from '#web/shared/data/role.ts';
import { PageHead } from '#web/shared/page/page-head.tsx';
import { ServiceLost } from '#web/shared/page/service-lost.tsx';
import { Card, Stack } from '#web/ui/card/card.tsx';
import { Icon, type IconName } from '#web/ui/icon/icon.tsx';
import { Rows } from '#web/ui/text/rows.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Tile } from '#web/ui/card/state.tsx';
import { MaxPart, TelegramPart } from './contacts/chat-part.tsx';
import { ContactsPart } from './contacts/contacts-part.tsx';
import { NoticesPart } from './notices/notices-part.tsx';
import styles from './settings.module.css';
import { View } from './look/view.tsx';

const Access = lazyPart(async () => (await import('./family/access.tsx')).AccessPart);
const ConsentAsked = lazyPart(async () => (await import('./data/consent-asked.tsx')).ConsentAsked);
const Consents = lazyPart(async () => (await import('./data/consents.tsx')).Consents);
const OwnData = lazyPart(async () => (await import('./data/own-data.tsx')).OwnData);
const NotInRole = lazyPart(async () => (await import('#web/shared/page/not-in-role.tsx')).NotInRole);
const Family = lazyPart(async () => (await import('./family/family.tsx')).Family);
const Security = lazyPart(async () => (await import('./entry/security.tsx')).Security);

interface Part {
  part: string;
  icon: IconName;
  title: string;
  text: string;
  Body: ComponentType;
  /** The part that leads to this one, which is therefore not in the contents. */
  isWithin?: string;
}

const parts: readonly Part[] = [
  {
    part: 'mobile',
    icon: 'smartphone',
    title: 'Телефон и почта',
    text: 'Для входа, уведомлений и восстановления пароля',
    Body: ContactsPart,
  },
  { part: 'max', icon: 'send', title: 'MAX', text: 'Уведомления в чат с ботом', Body: MaxPart },
  { part: 'telegram', icon: 'send', title: 'Telegram', text: 'Уведомления в чат с ботом', Body: TelegramPart },
  {
    part: 'notices',
    icon: 'bell',
    title: 'Уведомления',
    text: 'О чём, куда и в какие часы сообщать',
    Body: NoticesPart,
  },
  { part: 'view', icon: 'eye', title: 'Вид', text: 'Тема, размер текста и движение на этом устройстве', Body: View },
  {
    part: 'security',
    icon: 'lock',
    title: 'Безопасность',
    text: 'Пароль, ключи, второй шаг, где открыт ваш кабинет',
    Body: Security,
  },
  {
    part: 'access',
    icon: 'lock',
    title: 'Кто ещё может войти',
    text: 'Что, кроме пароля, открывает договор и кто узнаёт о нём',
    Body: Access,
    isWithin: 'security',
  },
  {
    part: 'family',
    icon: 'house',
    title: 'Семья и доступ',
    text: 'Договоры, открытые вам и другим',
    Body: Family,
  },
  {
    part: 'consents',
    icon: 'circle-check',
    title: 'Согласия',
    text: 'На что вы согласились, когда, и как это отозвать',
    Body: Consents,
  },
  {
    part: 'data',
    icon: 'key',
    title: 'Ваши данные',
    text: 'Архив всех данных, кто из сотрудников смотрел, ключи для программ',
    Body: OwnData,
  },
];

/** The parts of the settings that a role sees while another subscriber's contract is open. */
const PARTS_OF: Record<Role, readonly string[]> = {
  payer: ['view', 'family'],
  technician: ['view', 'family'],
  full: ['notices', 'view', 'family'],
};

/** /settings and /settings/:part */
export function SettingsPage() {
  const { part } = useParams();
  const role = useRole();
  if (part === undefined) return <Contents role={role} />;
  if (role && !PARTS_OF[role].includes(part)) {
    return (
      <Suspense>
        <NotInRole role={role} />
      </Suspense>
    );
  }
  // The phone and the e-mail are on one page.
  const chosen = parts.find((one) => one.part === (part === 'email' ? 'mobile' : part));
  if (!chosen) return <ServiceLost />;
  const { title, text, Body, isWithin } = chosen;
  const above = parts.find((one) => one.part === isWithin);
  return (
    <>
      <PageHead
        title={title}
        lead={text}
        back={above ? { to: `/settings/${above.part}`, text: above.title } : { to: '/settings', text: 'Настройки' }}
      />
      <Suspense fallback={<SkeletonRows label="Загружаем настройки" />}>
        <Body />
      </Suspense>
    </>
  );
}

function Contents({ role }: { role: Role | undefined }) {
  const own = parts.filter(({ part, isWithin }) => !isWithin && (!role || PARTS_OF[role].includes(part)));
  return (
    <>
      <PageHead title="Настройки" />
      <Stack>
        <Suspense>{role === undefined && <ConsentAsked />}</Suspense>
        <Card>
          <Rows>
            {own.map(({ part, icon, title, text }) => (
              <Link key={part} to={`/settings/${part}`} className={styles.part}>
                <Tile icon={icon} />
                <span>
                  <b>{title}</b>
                  <small>{text}</small>
                </span>
                <Icon name="chevron-right" size="sm" />
              </Link>
            ))}
          </Rows>
        </Card>
      </Stack>
    </>
  );
}
