import { useId } from 'react';
import { openSheet } from '#web/lib/page/sheet.ts';
import { keepTogether } from '#web/lib/text/format.ts';
import type { ServicesOverview } from '#web/shared/data/frame-data.ts';
import { maySee, useRole } from '#web/shared/data/role.ts';
import { SupportButton } from '#web/shared/service/page/service-support.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import styles from './down-cards.module.css';
import { downText, kindsText } from './many.texts.ts';

/** A place where nothing works at all is the trouble of the screen; one service of many is a row. */
export const DownCards = ({ overview, today }: { overview: ServicesOverview; today: string }) =>
  overview.down.map((place) => <DownCard key={place.address} place={place} today={today} />);

function DownCard({
  place: { address, kinds, user },
  today,
}: {
  place: ServicesOverview['down'][number];
  today: string;
}) {
  const id = useId();
  const mayCheck = maySee(useRole(), '/support/');
  return (
    <section className={styles.down} aria-labelledby={id}>
      <p className={styles.cap}>
        <Icon name="circle-alert" />
        <span>{downText(user.state_since, today)}</span>
      </p>
      <div className={styles.body}>
        <div>
          <h2 id={id}>{keepTogether(address)}</h2>
          <p>{kindsText(kinds)}</p>
          <p>{keepTogether(user.state_text)}</p>
        </div>
        <div className={styles.todo}>
          <SupportButton look="solid" wide />
          {mayCheck && (
            <Button look="soft" wide onClick={() => openSheet({ name: 'trouble', userId: user.user_id })}>
              Проверить услугу
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}
