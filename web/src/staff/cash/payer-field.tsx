import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { readPaymentSlip } from '@kabinet/contract/kernel/papers/payment-slip';
import { toWireMoney } from '@kabinet/contract/kernel/money';
import { cx } from '#web/lib/text/cx.ts';
import { contractNo } from '#web/lib/text/contract-no.ts';
import { rubles } from '#web/lib/text/format.ts';
import { State } from '#web/ui/card/state.tsx';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { StaffIcon } from '../look/staff-icon.tsx';
import { hitKey } from '../search/hit-key.ts';
import { contractLook } from '../search/hit.texts.ts';
import { useSearch, type FoundContract } from '../search/use-search.ts';
import styles from './cash.module.css';
import type { NamedPayer } from './cash-data.ts';

const MOST_HITS = 8;

interface Hit {
  readonly key: string;
  readonly item: FoundContract;
}

/** What is typed or scanned names the payer: a slip opens its payment at once, anything else is looked for. */
export function PayerField({ onNamed }: { onNamed: (payer: NamedPayer) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [index, setIndex] = useState(0);
  const [isAwaited, setAwaited] = useState(false);
  const slip = readPaymentSlip(text);
  const { q, groups, error, isFetching } = useSearch(slip ? '' : text);
  const hits = hitsIn(groups);
  const isReady = q === text.trim() && !isFetching;
  useEffect(() => field.current?.focus(), []);

  const choose = (hit: Hit | undefined): void => {
    if (hit) onNamed({ contract_id: String(hit.item.contract_id) });
  };
  // Whoever presses Enter before the answer has come means the first one of it.
  const chooseAwaited = useEffectEvent(() => choose(hits[0]));
  useEffect(() => {
    if (isAwaited && isReady) chooseAwaited();
  }, [isAwaited, isReady]);
  const enter = (): void => {
    if (slip) {
      const { account, amount } = slip;
      onNamed({ account_no: account, sum: amount === null ? undefined : toWireMoney(amount) });
      return;
    }
    if (isReady) choose(hits[index]);
    else setAwaited(text.trim() !== '');
  };
  const press = (event: KeyboardEvent): void => {
    const act = {
      Enter: enter,
      ArrowDown: () => setIndex((index + 1) % Math.max(1, hits.length)),
      ArrowUp: () => setIndex((index + hits.length - 1) % Math.max(1, hits.length)),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  return (
    <div className={styles.who}>
      <div className={styles.whoField}>
        <StaffIcon name="scan" size="md" />
        <label>
          <VisuallyHidden>Плательщик</VisuallyHidden>
          <input
            ref={field}
            type="search"
            value={text}
            role="combobox"
            aria-expanded={hits.length > 0}
            aria-controls="payers"
            aria-activedescendant={hits[index] && `payer-${index}`}
            autoComplete="off"
            spellCheck={false}
            placeholder="Имя, адрес, телефон или квитанция под сканер"
            onChange={({ target }) => {
              setText(target.value);
              setIndex(0);
              setAwaited(false);
            }}
            onKeyDown={press}
          />
        </label>
      </div>
      <p className={styles.caption} role="status">
        {wordsOf({ q, error, isFound: hits.length > 0, isReady })}
      </p>
      <div role="listbox" id="payers" aria-label="Найденные плательщики">
        {hits.map((hit, at) => (
          <HitRow key={hit.key} hit={hit} at={at} isChosen={at === index} onPoint={setIndex} onChoose={choose} />
        ))}
      </div>
    </div>
  );
}

const hitsIn = (groups: ReturnType<typeof useSearch>['groups']): readonly Hit[] =>
  (groups ?? [])
    .flatMap(({ group, items }) => items.map((item) => ({ key: hitKey(group, item), item })))
    .slice(0, MOST_HITS);

interface Looked {
  readonly q: string;
  readonly error: Error | null;
  readonly isFound: boolean;
  readonly isReady: boolean;
}

function wordsOf({ q, error, isFound, isReady }: Looked): string {
  if (error) return `${error.message}. Нажмите Enter ещё раз`;
  if (q === '' || isFound) return 'Поле в фокусе после каждого платежа. Сканер читает квитанцию';
  return isReady ? `По «${q}» никого нет` : 'Ищем…';
}

interface HitRowProps {
  hit: Hit;
  at: number;
  isChosen: boolean;
  onPoint: (at: number) => void;
  onChoose: (hit: Hit) => void;
}

function HitRow({ hit, at, isChosen, onPoint, onChoose }: HitRowProps) {
  const { name, address, accounts } = hit.item;
  const { tone, word } = contractLook(hit.item);
  return (
    // The field has the focus, and moves through the options by arrows.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={`payer-${at}`}
      role="option"
      aria-selected={isChosen}
      className={cx(styles.hit, isChosen && styles.on)}
      onMouseMove={() => onPoint(at)}
      onClick={() => onChoose(hit)}
    >
      <span>
        <b>{name}</b>
        <span className={styles.sub}>
          {contractNo(hit.item)}, {address}
        </span>
      </span>
      <span className={styles.hitEnd}>
        {accounts[0] && <b>{rubles(accounts[0].balance)}</b>}
        <State tone={tone} quiet={tone !== 'bad'}>
          {word}
        </State>
      </span>
    </div>
  );
}
