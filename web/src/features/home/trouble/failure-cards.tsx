import { Suspense, useId, type ReactNode } from 'react';
import { capital, keepTogether, momentText, range } from '#web/lib/text/format.ts';
import { openSheet } from '#web/lib/page/sheet.ts';
import { lazyPart } from '#web/shared/page/lazy-part.tsx';
import type { User } from '#web/shared/data/frame-data.ts';
import { SupportButton } from '#web/shared/service/page/service-support.tsx';
import type { ListedService } from '#web/shared/service/text/service.texts.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { Unbroken } from '#web/ui/text/unbroken.tsx';
import { brokenOf } from '../broken.ts';
import styles from './failure-cards.module.css';
import trouble from './trouble-card.module.css';

// A file of its own, because parts that other pages use too would join the first load.
const UnlockButton = lazyPart(async () => (await import('#web/shared/diagnosis/unlock-button.tsx')).UnlockButton);

interface FailuresProps {
  services: readonly ListedService[];
  today: string;
}

/** Services that do not work for another reason than debt: what happened, since when, and the cure, before anything else. */
export function FailureCards({ services, today }: FailuresProps) {
  return brokenOf(services).map((service) => (
    <FailureCard key={service.key} service={service} services={services} today={today} />
  ));
}

function FailureCard({ service, services, today }: FailuresProps & { service: ListedService }) {
  const id = useId();
  const { name, look, user } = service;
  if (!user) return null;
  return (
    <section className={trouble.trouble} aria-labelledby={id}>
      <p className={trouble.cap}>
        <Icon name={look.icon} />
        <span>{`${look.word} с\u00a0${momentText(user.state_since, today)}`}</span>
      </p>
      <div className={trouble.body}>
        <div className={trouble.owe}>
          <h2 id={id}>{keepTogether(`${name}, ${user.login}`)}</h2>
          <p className={styles.told}>{keepTogether(whyText(user))}.</p>
          <Working services={services} />
        </div>
        <div className={trouble.todo}>
          <Suspense>{cureOf(user)}</Suspense>
        </div>
      </div>
    </section>
  );
}

/** Only the rest of the sentence: the heading of the card has already said what happened and since when. */
const whyText = ({ state_text: text }: User): string => capital(text.replace(/^[^.:]*\d\d:\d\d[.:]\s/, ''));

/** What still works, by name. */
function Working({ services }: { services: readonly ListedService[] }) {
  const works = services.filter(({ works: isFine }) => isFine).map(({ name }) => name);
  if (works.length === 0) return null;
  // If there are many services, the heading of the page says how many of them work.
  if (works.length > MOST_NAMED && works.length < services.length - 1) return null;
  const words = works.length > MOST_NAMED ? 'Остальные услуги работают' : `Работают: ${works.join(', ')}`;
  return (
    <ul className={styles.others}>
      <li>
        <Icon name="check" size="sm" />
        <span>
          <Unbroken text={keepTogether(works.length === 1 ? `${works[0] ?? ''} работает` : words)} />
        </span>
      </li>
    </ul>
  );
}

const MOST_NAMED = 4;

const Unlock = ({ user }: { user: User }) => (
  <>
    <div>
      <h3>Пароль не&nbsp;меняли?</h3>
      <p>Откройте вход, роутер войдёт сам за&nbsp;{range(1, 2)}&nbsp;минуты.</p>
    </div>
    <UnlockButton user={user} wide />
    <div>
      <h3>Меняли пароль или роутер?</h3>
      <p>Сначала впишите в&nbsp;роутер верный пароль, иначе вход закроется снова.</p>
    </div>
    <Button look="soft" wide onClick={() => openSheet({ name: 'entry', userId: user.user_id })}>
      Логин и&nbsp;пароль
    </Button>
  </>
);

const Why = ({ user, children }: { user: User; children: ReactNode }) => (
  <>
    {children}
    <Button look="soft" wide onClick={() => openSheet({ name: 'trouble', userId: user.user_id })}>
      Проверить услугу
    </Button>
  </>
);

function cureOf(user: User): ReactNode {
  if (user.reason === 'login_locked') return <Unlock user={user} />;
  if (user.reason === 'session_stuck' || user.reason === 'binding_stale') return <UnlockButton user={user} wide />;
  if (user.reason === 'schedule') {
    return (
      <Button wide onClick={() => openSheet({ name: 'trouble', userId: user.user_id })}>
        Открыть на&nbsp;час
      </Button>
    );
  }
  return (
    <Why user={user}>
      <SupportButton look="solid" wide />
    </Why>
  );
}
