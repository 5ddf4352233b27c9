import { Link } from '#web/lib/page/router.tsx';
import type { ContractCard } from './card-data.ts';

interface CardProps {
  card: ContractCard;
}

/** Contracts that its services came from or went to. */
export const CardContracts = ({ card }: CardProps) => (
  <>
    <Handovers card={card} />
    <Regrouped card={card} />
  </>
);

/** The contract from which its services have come, or to which they went. */
function Handovers({ card: { handed_from: from, handed_to: to } }: CardProps) {
  const other = to ?? from;
  if (other === null) return null;
  return (
    <div>
      <dt>{to === null ? 'Переоформлен с договора' : 'Переоформлен на договор'}</dt>
      <dd>
        <Link to={`/contracts/${other}`}>{other}</Link>
      </dd>
    </div>
  );
}

const REGROUPED = {
  split_from: 'Выделен из договора',
  split_to: 'Из него выделен договор',
  joined_from: 'К нему присоединён договор',
  joined_to: 'Присоединён к договору',
} as const;

/** Other contracts of the same person that services came from or went to. */
const Regrouped = ({ card: { regrouped } }: CardProps) =>
  regrouped.map(({ contract_id: other, how, on }) => (
    <div key={`${how}${other}${on}`}>
      <dt>{REGROUPED[how]}</dt>
      <dd>
        <Link to={`/contracts/${other}`}>{other}</Link>
      </dd>
    </div>
  ));
