import { Suspense, type ComponentType } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { useMotion, useTextSize, useTheme } from '#web/lib/page/look.ts';
import { useParams } from '#web/lib/page/router.tsx';
import { capital, dayOf, keepTogether } from '#web/lib/text/format.ts';
import { lazyPart } from '#web/shared/page/lazy-part.tsx';
import { useClient } from '#web/shared/data/frame-data.ts';
import { useRole } from '#web/shared/data/role.ts';
import { PageHead } from '#web/shared/page/page-head.tsx';
import { ServiceLost } from '#web/shared/page/service-lost.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { AnswerList } from './overview/answer-list.tsx';
import type { PartAnswer } from './overview/answer.ts';
import { SettingsOverview } from './overview/overview.tsx';
import { maySeePart, partTitle, PARTS, type Ground, type PartInfo } from './overview/parts.ts';
import { useKnown } from './overview/use-known.ts';
import styles from './overview/overview.module.css';

const NotInRole = lazyPart(async () => (await import('#web/shared/page/not-in-role.tsx')).NotInRole);

const BODIES: Readonly<Record<string, ComponentType>> = {
  notices: lazyPart(async () => (await import('./notices/notices-part.tsx')).NoticesPart),
  mobile: lazyPart(async () => (await import('./contacts/contacts-part.tsx')).ContactsPart),
  max: lazyPart(async () => (await import('./contacts/chat-part.tsx')).MaxPart),
  telegram: lazyPart(async () => (await import('./contacts/chat-part.tsx')).TelegramPart),
  security: lazyPart(async () => (await import('./entry/security.tsx')).Security),
  access: lazyPart(async () => (await import('./family/access.tsx')).AccessPart),
  family: lazyPart(async () => (await import('./family/family.tsx')).Family),
  consents: lazyPart(async () => (await import('./data/consents.tsx')).Consents),
  data: lazyPart(async () => (await import('./data/own-data.tsx')).OwnData),
  view: lazyPart(async () => (await import('./look/view.tsx')).View),
};

/** /settings and /settings/:part */
export function SettingsPage() {
  const { part } = useParams();
  const role = useRole();
  // The phone and the e-mail are on one page.
  const info = PARTS.find((one) => one.part === (part === 'email' ? 'mobile' : part));
  if (part !== undefined && role && !maySeePart(role, part)) {
    return <Suspense>{role === 'none' ? <ServiceLost /> : <NotInRole role={role} />}</Suspense>;
  }
  if (part !== undefined && !info) return <ServiceLost />;
  return <Answered info={info} />;
}

/** The overview, or one part of it. */
function Answered({ info }: { info: PartInfo | undefined }) {
  const { known, role, ...state } = useKnown();
  const [[theme], [size], [motion]] = [useTheme(), useTextSize(), useMotion()];
  const isCompany = useClient().data?.is_company ?? false;
  const ground: Ground = { known, role, isCompany, look: { theme, size, motion }, today: dayOf(now()) };
  return info ? <Part info={info} ground={ground} /> : <SettingsOverview ground={ground} {...state} />;
}

function Part({ info, ground }: { info: PartInfo; ground: Ground }) {
  const Body = BODIES[info.part];
  const title = partTitle(info, ground);
  const above = PARTS.find(({ part }) => part === info.isWithin);
  return (
    <>
      <PageHead
        {...headOf(info, title, info.answer?.(ground))}
        tab={title}
        back={above ? { to: `/settings/${above.part}`, text: above.title } : { to: '/settings', text: 'Настройки' }}
      />
      <div className={styles.desk}>
        <nav className={styles.side} aria-label="Части настроек">
          <div className={styles.card}>
            <AnswerList ground={ground} beside={info} />
          </div>
        </nav>
        <div className={styles.part}>
          <Suspense fallback={<SkeletonRows label="Загружаем настройки" />}>{Body && <Body />}</Suspense>
        </div>
      </div>
    </>
  );
}

/** The heading of a part is its answer, or the first thing there that is in doubt. */
function titleOf({ doubts: [doubt] = [], title, say }: PartAnswer): string {
  return keepTogether(doubt ? (doubt.title ?? doubt.text) : (title ?? say));
}

function headOf({ text }: PartInfo, title: string, answer: PartAnswer | undefined): { title: string; lead: string } {
  if (!answer) return { title, lead: keepTogether(capital(text)) };
  return { title: titleOf(answer), lead: keepTogether(answer.lead ?? `${title}: ${text}`) };
}
