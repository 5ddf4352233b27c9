import { Suspense, useState } from 'react';
import { Link } from '#web/lib/page/router.tsx';
import { openSheet } from '#web/lib/page/sheet.ts';
import { keepTogether } from '#web/lib/text/format.ts';
import type { ServicesOverview } from '#web/shared/data/frame-data.ts';
import { useHit } from '#web/shared/data/incidents.ts';
import { maySee, useRole } from '#web/shared/data/role.ts';
import { lazyPart } from '#web/shared/page/lazy-part.tsx';
import { LoadMore } from '#web/shared/page/load-more.tsx';
import type { ListedService } from '#web/shared/service/text/service.texts.ts';
import { Button, LinkButton } from '#web/ui/button/button.tsx';
import { ErrorBlock } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Count, Tile } from '#web/ui/card/state.tsx';
import { Rows } from '#web/ui/text/rows.tsx';
import { Unbroken } from '#web/ui/text/unbroken.tsx';
import { listedOne, useFound } from './many-data.ts';
import { attentionTitle } from './many.texts.ts';
import styles from './attention-card.module.css';

const UnlockButton = lazyPart(async () => (await import('#web/shared/diagnosis/unlock-button.tsx')).UnlockButton);

/** Services that do not work or are being connected; nothing if there are none. */
export function AttentionCard({ overview }: { overview: ServicesOverview; today: string }) {
  const { attention, down, troubled } = overview;
  const [open, setOpen] = useState(false);
  const hit = useHit();
  const told = troubled - down.reduce((sum, place) => sum + place.troubled, 0);
  if (told === 0) return null;
  return (
    <Card title="Требуют внимания" aside={<Count value={told} calm />}>
      {open ? <AllAttention /> : <AttentionRows services={attention.flatMap(listedOne(hit))} />}
      {told > attention.length && !open && (
        <div className={styles.more}>
          <Button look="plain" size="sm" wide icon="chevron-down" onClick={() => setOpen(true)}>
            {`Показать все ${troubled}`}
          </Button>
        </div>
      )}
    </Card>
  );
}

function AllAttention() {
  const found = useFound({ troubled: '1' });
  const hit = useHit();
  if (found.failed) return <ErrorBlock title="Не удалось загрузить услуги." onRetry={found.again} />;
  if (!found.items) return <SkeletonRows label="Загружаем услуги" />;
  return (
    <>
      <AttentionRows services={found.items.flatMap(listedOne(hit))} />
      <LoadMore pages={found} />
    </>
  );
}

function AttentionRows({ services }: { services: readonly ListedService[] }) {
  return (
    <Rows>
      {services.map((service) => (
        <AttentionRow key={service.key} service={service} />
      ))}
    </Rows>
  );
}

function AttentionRow({ service }: { service: ListedService }) {
  const { look, path, user, name } = service;
  const isOpen = maySee(useRole(), path);
  const title = user ? attentionTitle(user) : name;
  const text = user ? user.state_text : look.word;
  return (
    <div className={styles.row}>
      <Tile icon={look.icon} tone={look.tone} />
      <div>
        <h3>{isOpen ? <Link to={path}>{title}</Link> : title}</h3>
        <p>
          <Unbroken text={keepTogether(text)} />
        </p>
      </div>
      <Suspense>
        <Cure service={service} />
      </Suspense>
    </div>
  );
}

const UNLOCKED = new Set(['login_locked', 'session_stuck', 'binding_stale']);

/** One button: what mends the service, or the check that tells. */
function Cure({ service: { user, number, state, reason, path, kind } }: { service: ListedService }) {
  const role = useRole();
  if (state === 'connecting')
    return maySee(role, path) ? (
      <LinkButton to={path} look="plain" size="sm">
        Когда заработает
      </LinkButton>
    ) : null;
  if (!maySee(role, '/support/')) return null;
  if (user && UNLOCKED.has(reason ?? '') && kind === 'internet') return <UnlockButton user={user} />;
  return (
    <Button
      look="soft"
      size="sm"
      onClick={() => openSheet({ name: 'trouble', userId: user?.user_id, phoneNumber: number?.phone_number })}
    >
      Проверить услугу
    </Button>
  );
}
