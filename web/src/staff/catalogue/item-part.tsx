import { useState } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, dayText, rubles } from '#web/lib/text/format.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { contract } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { useAnswer } from '../api/use-call.ts';
import { Part, PlaneHead } from '../look/plane.tsx';
import { contractsText } from '../debtors/debtors.texts.ts';
import { FIELDS, ONE, soldPriceText, PROFILE, valueText, type ItemKind, type ShownItem } from './catalogue.texts.ts';
import styles from './catalogue.module.css';
import { EditItemDialog } from './edit-item-dialog.tsx';
import { PriceLine } from './price-line.tsx';
import { PricePart } from './price-part.tsx';
import { RatesPart } from './calls/rates-part.tsx';
import { SaleDialog } from './sale-dialog.tsx';

/** One thing of the catalogue: its price over time, what would be, what clients read. */
export function ItemPart({ kind, id }: { kind: ItemKind; id: string }) {
  const answer = useAnswer(contract.catalogue.show, { query: { kind, id } });
  return (
    <Loaded
      alone
      answer={answer}
      failed="Не открылось."
      skeleton={
        <div className={styles.wait}>
          <SkeletonRows label="Открываем" count={6} tile={false} />
        </div>
      }
    >
      {(item) => <Item item={item} />}
    </Loaded>
  );
}

/** The answer: what it costs, and what it will. */
function titleOf({ name, price, unit, state, prices }: ShownItem, today: string): string {
  const coming = prices.find((one) => one.state === 'planned');
  if (coming?.from)
    return `«${name}» с ${dayText(coming.from, today)}: ${rubles(coming.price)} вместо ${rubles(price)}`;
  if (state === 'draft') return `«${name}»: черновик, ${soldPriceText(price, unit)}`;
  return `«${name}»: ${soldPriceText(price, unit)}${state === 'archived' ? ', в архиве' : ''}`;
}

const LEADS = {
  draft: 'Никто из абонентов этого не видит и подключить не может.',
  archived: 'Подключить нельзя; у кого есть, остаётся.',
} as const;

function leadOf({ kind, plan, state, contracts }: ShownItem): string {
  const of = plan === null ? `${ONE[kind]}.` : `${ONE[kind]} к тарифу «${plan}».`;
  if (state === 'draft') return `${of} ${LEADS.draft}`;
  const having = contracts === 0 ? 'Пока ни у кого нет' : `Касается: ${contractsText(contracts)}`;
  return `${of} ${having}.${state === 'archived' ? ` ${LEADS.archived}` : ''}`;
}

const hasCalls = ({ kind, service }: ShownItem): boolean =>
  kind === 'plan' && (service === 'telephone' || service === 'sip');

function Item({ item }: { item: ShownItem }) {
  const today = dayOf(now());
  return (
    <>
      <PlaneHead title={titleOf(item, today)} lead={leadOf(item)} actions={<SaleButton item={item} />} />
      <Part title="Цена по датам">
        <PriceLine prices={item.prices} unit={item.unit} today={today} />
        {item.state !== 'draft' && <PricePart item={item} today={today} />}
      </Part>
      {hasCalls(item) && <RatesPart planId={item.id} today={today} noticeDays={item.notice_days} />}
      <TextsPart item={item} />
    </>
  );
}

function SaleButton({ item }: { item: ShownItem }) {
  const [isOpen, setOpen] = useState(false);
  const { state } = item;
  if (!useMay('catalogue archive')) return null;
  return (
    <>
      <Button look={state === 'draft' ? 'solid' : 'line'} onClick={() => setOpen(true)}>
        {state === 'sold' ? 'Снять с продажи…' : 'Выпустить в продажу…'}
      </Button>
      {isOpen && <SaleDialog item={item} onClose={() => setOpen(false)} />}
    </>
  );
}

/** What clients read; whoever only runs the network writes what it is told. */
function TextsPart({ item }: { item: ShownItem }) {
  const [isOpen, setOpen] = useState(false);
  const mayEdit = useMay('catalogue edit');
  const mayWrite = useMay('catalogue add');
  const editable = mayWrite ? item.fields : item.fields.filter(({ field }) => PROFILE.includes(field));
  return (
    <Part
      title="Что читает абонент"
      aside={
        mayEdit &&
        editable.length > 0 && (
          <Button size="sm" look="soft" onClick={() => setOpen(true)}>
            Изменить…
          </Button>
        )
      }
    >
      <KeyValues
        list={item.fields.map(
          ({ field, value }) => [FIELDS[field]?.label ?? field, brief(valueText(field, value))] as const,
        )}
      />
      {isOpen && <EditItemDialog item={item} fields={editable} onClose={() => setOpen(false)} />}
    </Part>
  );
}

const MOST_SHOWN = 200;
const brief = (text: string): string => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);
