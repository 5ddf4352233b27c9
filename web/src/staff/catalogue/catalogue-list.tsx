import { useState } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { Link } from '#web/lib/page/router.tsx';
import { cx } from '#web/lib/text/cx.ts';
import { dayOf, dayText, rubles } from '#web/lib/text/format.ts';
import { Empty } from '#web/ui/card/callout.tsx';
import { Chips } from '#web/ui/field/choice.tsx';
import { contractsText } from '../debtors/debtors.texts.ts';
import { ITEM_KINDS, KINDS, CATALOGUE_SERVICES, STATES, type CatalogueItem } from './catalogue.texts.ts';
import styles from './catalogue.module.css';

/** A service in the middle of a line. */
const WITHIN: Readonly<Record<string, string>> = {
  internet: 'интернет',
  telephone: 'телефон',
  mail: 'почта',
  contract: 'весь договор',
};

type ItemState = CatalogueItem['state'];

interface CatalogueListProps {
  items: readonly CatalogueItem[];
  chosen: CatalogueItem | undefined;
  /** Beside the chosen one; else it is the page. */
  isAside: boolean;
}

/** Everything by service: a press opens it. */
export function CatalogueList({ items, chosen, isAside }: CatalogueListProps) {
  const [asked, setAsked] = useState<ItemState>();
  const state = asked ?? chosen?.state ?? 'sold';
  const shown = items.filter((one) => one.state === state);
  const groups = ITEM_KINDS.flatMap((kind) =>
    Object.entries(CATALOGUE_SERVICES).map(([service, title]) => ({
      key: `${kind} ${service}`,
      title: kind === 'plan' ? title : `${KINDS[kind]}: ${WITHIN[service] ?? title}`,
      own: shown.filter((one) => one.kind === kind && one.service === service),
    })),
  ).filter(({ own }) => own.length > 0);
  return (
    <nav className={cx(styles.list, isAside && styles.aside)} aria-label="Каталог">
      <Chips
        label="Что показать"
        value={state}
        onChange={setAsked}
        options={Object.entries(STATES).map(([value, text]) => ({
          value: value as ItemState,
          text: `${text} ${items.filter((one) => one.state === value).length}`,
        }))}
      />
      {shown.length === 0 && (
        <Empty icon="inbox" title={state === 'draft' ? 'Черновиков нет' : 'Здесь пусто'}>
          {state === 'draft' ? 'Новое сначала готовят здесь: его никто не видит.' : 'Выберите другое выше.'}
        </Empty>
      )}
      <div className={styles.groups}>
        {groups.map(({ key, title, own }) => (
          <section key={key} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {own.map((one) => (
                <li key={one.id}>
                  <ItemLink item={one} isChosen={one === chosen} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  );
}

function ItemLink({ item, isChosen }: { item: CatalogueItem; isChosen: boolean }) {
  const { kind, id, name, plan, price, unit, contracts, coming } = item;
  const today = dayOf(now());
  return (
    <Link to={`/catalogue/${kind}/${id}`} aria-current={isChosen ? 'page' : undefined}>
      <span>
        {name}
        <small>
          {plan !== null && `к тарифу «${plan}», `}
          {contractsText(contracts)}
        </small>
      </span>
      <span className={styles.price}>
        {rubles(price)}
        {unit === 'day' && ' в день'}
        {coming && (
          <small>
            {rubles(coming.price)} с {dayText(coming.from, today)}
          </small>
        )}
      </span>
    </Link>
  );
}
