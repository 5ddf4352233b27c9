import { useId, useState } from 'react';
import { cx } from '#web/lib/text/cx.ts';
import { rubles } from '#web/lib/text/format.ts';
import type { ServicesOverview } from '#web/shared/data/frame-data.ts';
import { LoadMore } from '#web/shared/page/load-more.tsx';
import { lookOf } from '#web/shared/service/text/service-state.tsx';
import type { ListKind } from '#web/shared/service/text/service.texts.ts';
import { Button } from '#web/ui/button/button.tsx';
import { ErrorBlock } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State, Tile } from '#web/ui/card/state.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { ServicePages } from './found-list.tsx';
import { usePlaces, type Place } from './many-data.ts';
import { kindsText, morePlaces, placeName, troubleText } from './many.texts.ts';
import styles from './places-list.module.css';

/** So many places are shown on a phone; more of them if something differs there. */
const ON_PHONE = 3;

/** The first places: those that differ, then the largest; the rest is one button with a count. */
export function PlacesShort({ overview, today }: { overview: ServicesOverview; today: string }) {
  const [open, setOpen] = useState(false);
  const { places, place_count: count, placeless } = overview;
  const shown = places.items;
  const total = count + (placeless > 0 ? 1 : 0);
  const differ = shown.filter(({ troubled }) => troubled > 0).length;
  const onPhone = Math.min(shown.length, Math.max(ON_PHONE, differ));
  // Places that differ come first: behind one that does not, all are fine.
  const isFine = overview.in_debt === 0 && differ < shown.length;
  const more = (left: number, className: string | undefined) =>
    left > 0 && <span className={className}>{morePlaces(left, isFine)}</span>;
  if (open) return <PlacesOfKind first={shown} today={today} />;
  return (
    <>
      <PlaceRows places={shown} onPhone={onPhone} today={today} />
      {total > onPhone && (
        <div className={cx(styles.more, total <= shown.length && styles.narrow)}>
          <Button look="plain" size="sm" wide icon="chevron-down" onClick={() => setOpen(true)}>
            {more(total - onPhone, styles.narrow)}
            {more(total - shown.length, styles.broad)}
          </Button>
        </div>
      )}
    </>
  );
}

interface PagesProps {
  kind?: ListKind;
  /** Shown until the first page has come. */
  first?: readonly Place[];
  today: string;
}

/** All places, or those with services of a kind, page by page. */
export function PlacesOfKind({ kind, first, today }: PagesProps) {
  const places = usePlaces(kind);
  if (places.failed) return <ErrorBlock title="Не удалось загрузить места." onRetry={places.again} />;
  const rows = places.items ?? first;
  if (!rows) return <SkeletonRows label="Загружаем места" />;
  return (
    <>
      <PlaceRows places={rows} today={today} {...(kind && { kind })} />
      <LoadMore pages={places} />
    </>
  );
}

interface RowsProps {
  places: readonly Place[];
  /** Of these a phone shows so many. */
  onPhone?: number;
  kind?: ListKind;
  today: string;
}

const PlaceRows = ({ places, onPhone = places.length, kind, today }: RowsProps) => (
  <ul className={styles.places}>
    {places.map((place, index) => (
      <li key={place.address} className={cx(index >= onPhone && styles.broad)}>
        <PlaceRow place={place} today={today} {...(kind && { kind })} />
      </li>
    ))}
  </ul>
);

interface RowProps {
  place: Place;
  kind?: ListKind;
  today: string;
}

/** A place; pressed, it shows its services. */
function PlaceRow({ place, kind, today }: RowProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <h3>
        <button
          type="button"
          className={styles.place}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          <PlaceWords place={place} />
          <Icon name={open ? 'chevron-up' : 'chevron-down'} size="sm" />
        </button>
      </h3>
      {open && (
        <div id={id} className={styles.inside}>
          <ServicePages query={{ address: place.address, ...(kind && { kind }) }} today={today} />
        </div>
      )}
    </>
  );
}

function PlaceWords({ place }: Pick<RowProps, 'place'>) {
  const { address, kinds, trouble, monthly } = place;
  const look = trouble && lookOf(trouble);
  return (
    <>
      <Tile icon={address === '' ? 'layers' : 'house'} tone={look?.tone} />
      <span className={styles.what}>
        <b>{placeName(place)}</b>{' '}
        {look && (
          <State tone={look.tone} icon={look.icon}>
            {troubleText(look.word, place)}
          </State>
        )}
        <small>{kindsText(kinds)}</small>
      </span>
      {monthly !== null && (
        <span className={styles.cost}>
          <b>{rubles(monthly)}</b> <small>в&nbsp;месяц</small>
        </span>
      )}
    </>
  );
}
