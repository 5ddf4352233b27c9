import type { ReactNode } from 'react';
import { rubles, keepTogether } from '#web/lib/text/format.ts';
import { LinkButton } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { inAddress } from '#web/shared/money/account-sums.ts';
import type { Account, User } from '#web/shared/data/frame-data.ts';
import { useWaysOut } from '#web/shared/money/promised/promised-data.ts';
import {
  allTogether,
  isChargedElsewhere,
  isOwed,
  ON_BY_OPERATOR,
  partsText,
  payPath,
  type Together,
} from '#web/shared/money/together.ts';
import { Link } from '#web/lib/page/router.tsx';
import { LaterPromisedWay } from '#web/shared/money/promised/later-promised.tsx';
import { isPartial, useRole } from '#web/shared/data/role.ts';
import { ForOwner } from '../for-owner.tsx';
import { SupportButton } from './service-support.tsx';
import styles from './service-trouble.module.css';
import { meanwhileText } from '../text/meanwhile.texts.ts';
import { troubleTitle } from '../text/service.texts.ts';

interface PayDebtProps {
  p?: Account['kind'];
  wide?: boolean;
}

/** A button to pay exactly the sum that ends the debt: of both accounts at once if both are off, as home says it (decision 0194). */
export function PayDebt({ p = 'i', wide = false }: PayDebtProps) {
  const ways = { i: useWaysOut('i').data, t: useWaysOut('t').data };
  const own = ways[p];
  if (own && !isOwed(own)) return <PayNothing p={p} wide={wide} />;
  const together = ways.i && allTogether(ways.i, ways.t);
  if (together && together.ways.length > 1) return <PayTogether p={p} wide={wide} together={together} />;
  return <PayOne p={p} wide={wide} way={own} />;
}

function PayOne({ p, wide, way }: Required<PayDebtProps> & { way: Together['ways'][number] | null | undefined }) {
  return (
    <LinkButton to={way ? `/payment/${p}/${inAddress(way.to_pay)}` : `/payment/${p}`} wide={wide}>
      {way ? `Заплатить ${rubles(way.to_pay)}` : 'Пополнить счёт'}
    </LinkButton>
  );
}

/** Nothing is owed: another billing switches on. Who wants to pay all the same, may. */
const PayNothing = ({ p, wide }: Required<PayDebtProps>) => (
  <>
    <LinkButton to={`/payment/${p}`} look="soft" wide={wide}>
      Пополнить счёт
    </LinkButton>
    <p className={styles.parts}>{ON_BY_OPERATOR}</p>
  </>
);

const onlyWord = { i: 'Только за\u00a0интернет', t: 'Только за\u00a0телефон' };

function PayTogether({ p, wide, together }: Required<PayDebtProps> & { together: Together }) {
  return (
    <>
      <LinkButton to={payPath(together)} wide={wide}>
        {`Заплатить ${rubles(together.amount)}`}
      </LinkButton>
      <p className={styles.parts}>
        {keepTogether(
          `${partsText(together)}${isChargedElsewhere(together) ? `. ${ON_BY_OPERATOR}` : ': заработает всё.'}`,
        )}{' '}
        {together.ways
          .filter((way) => way.p === p)
          .map(({ to_pay }) => (
            <Link key={p} to={`/payment/${p}/${inAddress(to_pay)}`}>
              {keepTogether(`${onlyWord[p]}, ${rubles(to_pay)}`)}
            </Link>
          ))}
      </p>
    </>
  );
}

interface TroubleProps {
  user: User;
  /** The action that helps, if it is neither a payment nor a call to support. */
  way?: ReactNode;
}

/** What only the owner of the contract can do about it. */
function ownersText({ state, reason }: User): string | undefined {
  if (state === 'paused') return 'Снять паузу может владелец договора.';
  return reason === 'debt' ? 'Заплатить может владелец договора.' : undefined;
}

/** The sum stands on the button, and it may be that of both accounts: «Заплатите 629 ₽» above «Заплатить 817 ₽» would be two truths. */
const withoutSum = (text: string): string => text.replace(/\.\sЗаплатите\s.*$/, '');

/** A service that does not work: the cause, since when, and whether the fee is charged in one sentence, and the way out. */
export function ServiceTrouble({ user, way }: TroubleProps) {
  const isOthers = isPartial(useRole());
  if (user.state === 'active') return null;
  const meanwhile = meanwhileText(user);
  const paysHere = user.reason === 'debt' && !isOthers;
  return (
    <Card title={troubleTitle(user.state)}>
      <div className={styles.body}>
        <p>{keepTogether(paysHere ? withoutSum(user.state_text) : user.state_text)}.</p>
        {meanwhile !== undefined && <p>{keepTogether(meanwhile)}</p>}
        {user.state !== 'closed' && <WayOut user={user} way={way} owners={isOthers ? ownersText(user) : undefined} />}
      </div>
      {paysHere && <LaterPromisedWay p={user.account} />}
    </Card>
  );
}

/** `owners`: a sentence saying that only the owner can act; it replaces the button. */
function WayOut({ user, way, owners }: TroubleProps & { owners: string | undefined }) {
  if (owners !== undefined) return <ForOwner>{owners}</ForOwner>;
  return <div>{way ?? (user.reason === 'debt' ? <PayDebt p={user.account} /> : <SupportButton />)}</div>;
}
