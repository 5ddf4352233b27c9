import { useHit } from '#web/shared/data/incidents.ts';
import { LoadMore } from '#web/shared/page/load-more.tsx';
import { Empty, ErrorBlock } from '#web/ui/card/callout.tsx';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { ServicesList } from '../services/services-list.tsx';
import { listedOne, useFound, useFoundCount, type FindQuery } from './many-data.ts';
import { foundText, nameAt } from './many.texts.ts';
import styles from './places-card.module.css';

interface FoundProps {
  query: FindQuery;
  today: string;
}

/** What is found, page by page. */
export function FoundList({ query, today }: FoundProps) {
  const count = useFoundCount(query);
  return (
    <>
      <p className={styles.found} role="status">
        {count === undefined ? (
          ''
        ) : count === 0 ? (
          <VisuallyHidden>Ничего не&nbsp;нашлось</VisuallyHidden>
        ) : (
          foundText(count)
        )}
      </p>
      {count === 0 ? (
        <Empty icon="search" title="Ничего не нашли">
          Проверьте раскладку или наберите часть адреса или номера.
        </Empty>
      ) : (
        <ServicePages query={query} today={today} />
      )}
    </>
  );
}

/** The services of a search or of a place; within a place a name does not repeat it. */
export function ServicePages({ query, today }: FoundProps) {
  const found = useFound(query);
  const hit = useHit();
  if (found.failed) return <ErrorBlock title="Не удалось загрузить услуги." onRetry={found.again} />;
  if (!found.items) return <SkeletonRows label="Загружаем услуги" />;
  const isAtPlace = query.address !== undefined;
  const services = found.items
    .flatMap(listedOne(hit))
    .map((one) => (isAtPlace && one.user ? { ...one, name: nameAt(one.user) } : one));
  return (
    <>
      <ServicesList services={services} today={today} level={isAtPlace ? 4 : 3} />
      <LoadMore pages={found} />
    </>
  );
}
