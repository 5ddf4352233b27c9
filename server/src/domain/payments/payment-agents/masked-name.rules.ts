/**
 * The name by which a payer knows that the account is the right one, and a stranger learns no more than needed: «Иванов И.» of
 * «Иванов Иван Петрович». A company's name is nobody's secret.
 */
export function maskedName(name: string, isCompany: boolean): string {
  if (isCompany) return name;
  const [surname = '', first = ''] = name.trim().split(/\s+/);
  const [initial] = first;
  return initial === undefined ? surname : `${surname} ${initial}.`;
}
