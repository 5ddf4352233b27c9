import { Suspense, useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { BASE } from '#web/lib/page/base.ts';
import { useNavigate } from '#web/lib/page/router.tsx';
import { close as closeWord } from '#web/lib/text/texts.ts';
import { lazyPart } from '#web/shared/page/lazy-part.tsx';
import { inHistory } from '#web/ui/dialog/in-history.ts';
import { IconButton, TextButton } from '#web/ui/button/button.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { useMay } from '../api/me.ts';
import { HitList, optionId } from './hit-list.tsx';
import { Preview } from './preview.tsx';
import styles from './search.module.css';
import { hitKey } from './hit-key.ts';
import { useSearch, type FoundContract } from './use-search.ts';

const DocumentSearch = lazyPart(async () => (await import('./document-search.tsx')).DocumentSearch);

interface SearchProps {
  open: boolean;
  /** What stands in the field at first: `?q=` of the address. */
  first: string;
  onClose: () => void;
}

/** One search by anything, over any page. Closing it keeps what was typed. */
export function SearchDialog({ open, first, onClose }: SearchProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(first);
  const dismiss = useEffectEvent(onClose);
  useEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    element.showModal();
    field.current?.select();
    const leave = inHistory(element, () => dismiss());
    return () => {
      leave();
      element.close();
    };
  }, [open]);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label="Поиск по всему">
      {open && <Box field={field} text={text} onType={setText} onClose={onClose} />}
    </dialog>
  );
}

interface BoxProps {
  field: RefObject<HTMLInputElement | null>;
  text: string;
  onType: (text: string) => void;
  onClose: () => void;
}

/** By anything, or by the number of a document, which has a field of its own: what is typed there stands in no address. */
function Box(props: BoxProps) {
  const { onClose } = props;
  const navigate = useNavigate();
  const [isByDocument, setByDocument] = useState(false);
  if (!isByDocument) return <SearchBox {...props} onDocument={() => setByDocument(true)} />;
  return (
    <Suspense fallback={null}>
      <DocumentSearch
        first={/^[0-9 ]{10,}$/.test(props.text.trim()) ? props.text.trim() : ''}
        onBack={() => setByDocument(false)}
        onClose={onClose}
        onOpen={({ contract_id: id }) => {
          onClose();
          navigate(`/contracts/${id}`);
        }}
      />
    </Suspense>
  );
}

function SearchBox({ field, text, onType, onClose, onDocument }: BoxProps & { onDocument: () => void }) {
  const navigate = useNavigate();
  const mayByDocument = useMay('search document');
  const { q, groups, error, isFetching, again } = useSearch(text);
  const [chosenKey, setChosen] = useState<string>();
  const found = groups?.flatMap(({ group, items }) => items.map((item) => ({ key: hitKey(group, item), item }))) ?? [];
  const index = Math.max(
    0,
    found.findIndex(({ key }) => key === chosenKey),
  );
  const chosen = found[index];

  const open = (item: Pick<FoundContract, 'contract_id'>, inTab = false): void => {
    const path = `/contracts/${item.contract_id}`;
    if (inTab) {
      window.open(BASE + path, '_blank', 'noopener');
      return;
    }
    onClose();
    navigate(path);
  };
  const step = (by: number): void => {
    const next = found[(index + by + found.length) % found.length];
    if (next) setChosen(next.key);
  };
  const press = (event: KeyboardEvent): void => {
    const act = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Enter: () => chosen && open(chosen.item, event.ctrlKey || event.metaKey),
    }[event.key];
    if (!act || found.length === 0) return;
    event.preventDefault();
    act();
  };

  return (
    <div className={styles.box}>
      <div className={styles.field}>
        <Icon name="search" />
        <label>
          <VisuallyHidden>Что найти</VisuallyHidden>
          <input
            ref={field}
            // What is looked for is kept, so closing asks nothing.
            type="search"
            value={text}
            role="combobox"
            aria-expanded={found.length > 0}
            aria-controls="found"
            aria-activedescendant={chosen && optionId(chosen.key)}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            placeholder="Имя, телефон, адрес, договор, MAC, сумма"
            onChange={({ target }) => onType(target.value)}
            onKeyDown={press}
          />
        </label>
        <span className={styles.caption} role="status">
          {isFetching ? 'Ищем…' : ''}
        </span>
        <IconButton icon="x" size="sm" label={closeWord} onClick={onClose} />
      </div>
      <div className={styles.body}>
        <HitList {...{ q, groups, error, again }} chosen={chosen?.key} onPoint={setChosen} onOpen={open} />
        {chosen && <Preview key={chosen.item.contract_id} found={chosen.item} onOpen={() => open(chosen.item)} />}
      </div>
      {mayByDocument && (
        <div className={styles.other}>
          <TextButton onClick={onDocument}>По номеру паспорта, ИНН или ОГРН</TextButton>
        </div>
      )}
      <div className={styles.keys} aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> выбрать
        </span>
        <span>
          <kbd>↵</kbd> открыть
        </span>
        <span>
          <kbd>Ctrl ↵</kbd> в новой вкладке
        </span>
        <span>
          <kbd>Esc</kbd> назад, запрос останется
        </span>
      </div>
    </div>
  );
}
