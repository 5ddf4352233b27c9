import { useState } from 'react';
import { useParams, useNavigate } from '#web/lib/page/router.tsx';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { contract } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { useAnswer } from '../api/use-call.ts';
import { Inset, Plane, PlaneHead } from '../look/plane.tsx';
import { AddDialog } from './add-dialog.tsx';
import { CatalogueTabs } from './catalogue-tabs.tsx';
import { CatalogueList } from './catalogue-list.tsx';
import type { CatalogueItem } from './catalogue.texts.ts';
import styles from './catalogue.module.css';
import { ItemPart } from './item-part.tsx';

const coming = (items: readonly CatalogueItem[]): number => items.filter((one) => one.coming !== null).length;

function titleOf(items: readonly CatalogueItem[]): string {
  const drafts = items.filter(({ state }) => state === 'draft').length;
  const sold = items.filter(({ state }) => state === 'sold').length;
  if (coming(items) > 0) return `Продаётся ${sold}, новых цен назначено: ${coming(items)}`;
  return drafts > 0 ? `Продаётся ${sold}, черновиков: ${drafts}` : `Продаётся ${sold}`;
}

/** What is sold, what is prepared, what is archived; the chosen one beside the list. */
export function CataloguePage() {
  const { kind, id } = useParams();
  const answer = useAnswer(contract.catalogue.list, { query: {} });
  const chosen = answer.data?.find((one) => one.kind === kind && String(one.id) === id);
  const isNone = answer.data !== undefined && chosen === undefined;
  return (
    <Plane>
      <CatalogueTabs />
      {id === undefined && <Head items={answer.data} />}
      <div className={styles.split}>
        <Loaded
          alone
          answer={answer}
          failed="Каталог не загрузился."
          skeleton={
            <div className={styles.wait}>
              <SkeletonRows label="Загружаем каталог" count={8} tile={false} />
            </div>
          }
        >
          {(items) => <CatalogueList items={items} chosen={chosen} isAside={id !== undefined} />}
        </Loaded>
        {id !== undefined && (
          <div className={styles.item}>
            {isNone ? (
              <Inset>
                <Empty icon="search" title="В каталоге такого нет">
                  Выберите другое в&nbsp;списке.
                </Empty>
              </Inset>
            ) : (
              <ItemPart key={`${kind} ${id}`} kind={kind as CatalogueItem['kind']} id={id} />
            )}
          </div>
        )}
      </div>
    </Plane>
  );
}

function Head({ items }: { items: readonly CatalogueItem[] | undefined }) {
  const mayAdd = useMay('catalogue add');
  const navigate = useNavigate();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <PlaneHead
        title={items ? titleOf(items) : 'Каталог'}
        lead="Цена меняется с дня, о ней предупреждают заранее. Снятое с продажи остаётся у тех, у кого оно есть."
        actions={mayAdd && <Button onClick={() => setAdding(true)}>Завести новое…</Button>}
      />
      {isAdding && (
        <AddDialog
          plans={(items ?? []).filter((one) => one.kind === 'plan')}
          onClose={() => setAdding(false)}
          onAdded={({ kind, id }) => {
            setAdding(false);
            navigate(`/catalogue/${kind}/${id}`);
          }}
        />
      )}
    </>
  );
}
