import { dayText, rubles, keepTogether } from '#web/lib/text/format.ts';
import { inAddress, isZero } from '#web/shared/money/account-sums.ts';
import type { Account } from '#web/shared/data/frame-data.ts';
import type { WayOut } from '#web/shared/money/promised/promised-data.ts';
import {
  kindForms,
  nameForms,
  namesIn,
  severalWord,
  type ListedService,
} from '#web/shared/service/text/service.texts.ts';
import { LinkButton } from '#web/ui/button/button.tsx';
import { ON_BY_OPERATOR, payPath, type Together } from '#web/shared/money/together.ts';

/** Services of the account that are off for debt. */
export const offForDebt = (services: readonly ListedService[], kind: Account['kind']): ListedService[] =>
  services.filter(({ reason, user, number }) => reason === 'debt' && (kind === 't' ? number : user?.account === 'i'));

const severalForms = { ...kindForms, telephone: nameForms(severalWord.telephone) };

/** «Интернет и ТВ включатся», «Номера включатся», «Телефон включится». */
function comesBack(off: readonly ListedService[]): string {
  const kinds = [...new Set(off.map(({ kind }) => kind))];
  const names = kinds.map((one) => (off.filter(({ kind }) => kind === one).length > 1 ? severalForms : kindForms)[one]);
  const isOne = names.length === 1 && names[0] !== severalForms.telephone;
  return `${names.length > 0 ? namesIn('start', names) : 'Услуги'} ${isOne ? 'включится' : 'включатся'}`;
}

/** The result of the payment, in one or two sentences with a number in each. */
export function broughtText(off: readonly ListedService[], after: WayOut['after'], today: string): string {
  const { balance, lasts_until, switches_on, charged_elsewhere: isElsewhere } = after;
  if (isElsewhere) return ON_BY_OPERATOR;
  if (switches_on.length === 0)
    return keepTogether('За раз весь долг не\u00a0заплатить: услуги включатся последним платежом.');
  const lasts = lasts_until === null ? '' : `, хватит до\u00a0${dayText(lasts_until, today)}`;
  const left = isZero(balance) ? 'не\u00a0останется ничего' : `останется ${rubles(balance)}`;
  return keepTogether(`${comesBack(off)} сразу${lasts}. На\u00a0счёте ${left}.`);
}

interface PayButtonProps {
  p: Account['kind'];
  amount: string;
  /** Used when the screen already has its one solid button. */
  quiet?: boolean;
}

export const PayButton = ({ p, amount, quiet = false }: PayButtonProps) => (
  <LinkButton to={`/payment/${p}/${inAddress(amount)}`} wide {...(quiet && { look: 'soft' })}>
    {`Заплатить ${rubles(amount)}${p === 't' ? ' за\u00a0телефон' : ''}`}
  </LinkButton>
);

/** Nothing is owed: another billing switches on. Who wants to pay all the same, may. */
export const NothingOwed = ({ p }: Pick<PayButtonProps, 'p'>) => (
  <>
    <p>{ON_BY_OPERATOR}</p>
    <LinkButton to={`/payment/${p}`} look="soft" wide>
      {p === 't' ? 'Пополнить телефон' : 'Пополнить счёт'}
    </LinkButton>
  </>
);

/** One payment for everything that is off for debt. */
export const PayAll = ({ together }: { together: Together }) => (
  <LinkButton to={payPath(together)} wide>
    {`Заплатить ${rubles(together.amount)}`}
  </LinkButton>
);
