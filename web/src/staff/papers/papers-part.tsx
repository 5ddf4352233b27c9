import { useState } from 'react';
import { Button } from '#web/ui/button/button.tsx';
import { useMay, useMe } from '../api/me.ts';
import plane from '../look/plane.module.css';
import { Part } from '../look/plane.tsx';
import { PAPER_TITLES, type PaperKind } from './paper.texts.ts';
import { PaperDialog } from './paper-dialog.tsx';
import { PapersDialog } from './papers-dialog.tsx';

interface PapersPartProps {
  card: {
    readonly contract_id: number;
    readonly version: number;
    readonly is_company: boolean;
    readonly state: string;
    readonly paper: { readonly kind: PaperKind; readonly number: string } | null;
  };
  today: string;
}

/** With which document the contract is made: as much of it as the reader may see. */
export function PapersPart({ card, today }: PapersPartProps) {
  const { contract_id: contractId, version, is_company: isCompany, paper } = card;
  const [asked, setAsked] = useState<'enter' | 'show'>();
  const { mayEnter, mayRead } = useRights(card);
  const close = (): void => setAsked(undefined);
  if (!mayEnter && !mayRead) return null;
  return (
    <Part
      title={isCompany ? 'Реквизиты' : 'Документ'}
      aside={mayEnter && <EnterButton isChange={paper !== null} onPress={() => setAsked('enter')} />}
    >
      <KnownPaperLine card={card} onShow={mayRead ? () => setAsked('show') : undefined} />
      {asked === 'enter' && (
        <PaperDialog {...{ contractId, version, isCompany }} isChange={paper !== null} onClose={close} />
      )}
      {asked === 'show' && <PapersDialog contractId={contractId} today={today} onClose={close} />}
    </Part>
  );
}

function useRights({ state }: PapersPartProps['card']) {
  const [mayEnter, mayRead] = [useMay('contract document'), useMay('contract documents')];
  return { mayEnter: mayEnter && state !== 'closed', mayRead };
}

const EnterButton = ({ isChange, onPress }: { isChange: boolean; onPress: () => void }) => (
  <Button look="plain" size="sm" onClick={onPress}>
    {isChange ? 'Сменить' : 'Внести'}
  </Button>
);

interface KnownProps extends Pick<PapersPartProps, 'card'> {
  /** undefined: not for this reader. */
  onShow: (() => void) | undefined;
}

function KnownPaperLine({ card: { is_company: isCompany, paper }, onShow }: KnownProps) {
  const { sees } = useMe();
  if (!paper) return <p className={plane.muted}>{isCompany ? 'Реквизитов не внесли.' : 'Документа не внесли.'}</p>;
  return (
    <ul className={plane.rows}>
      <li className={plane.row}>
        <b>{sees.document === 'hidden' ? 'Внесён' : `${PAPER_TITLES[paper.kind]} ${paper.number}`}</b>
        {onShow && (
          <Button look="plain" size="sm" onClick={onShow}>
            Показать
          </Button>
        )}
      </li>
    </ul>
  );
}
