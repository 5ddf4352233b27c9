import type { Day } from '@kabinet/contract/kernel/day';
import type { NewService } from './services.queries.ts';

type GivenRow = Pick<NewService, 'promo' | 'promo_until' | 'type' | 'login'> & { readonly closed_on: Day | null };
type Fault = { wrong: string } | undefined;

/** Why a service that is not here yet cannot come. */
export const wrongNew = (row: GivenRow, domains: ReadonlySet<string>): Fault =>
  row.closed_on === null
    ? (wrongPromo(row) ?? wrongBox(row, domains))
    : { wrong: 'закрытой услуги в кабинете нет: уберите строку' };

export const wrongPromo = ({ promo, promo_until }: Pick<GivenRow, 'promo' | 'promo_until'>): Fault =>
  (promo === null) === (promo_until === null) ? undefined : { wrong: 'заполните и «цена по акции», и «акция до»' };

function wrongBox(
  { type: one, login: address }: Pick<GivenRow, 'type' | 'login'>,
  domains: ReadonlySet<string>,
): Fault {
  if (one !== 'mail') return undefined;
  const [, domain = ''] = address.split('@');
  if (address !== address.toLowerCase())
    return { wrong: `адрес ящика пишется строчными буквами: ${address.toLowerCase()}` };
  if (domains.has(domain)) return undefined;
  return { wrong: `домена почты «${domain}» нет: как его добавить, сказано в docs/mail.ru.md` };
}
