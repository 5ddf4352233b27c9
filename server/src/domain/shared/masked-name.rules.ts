/**
 * A masked name that lets a payer recognise the account without revealing more to strangers: «Иванов И.» for «Иванов
 * Иван Петрович». A company's name is public.
 */
export function maskedName(name: string, isCompany: boolean): string {
  if (isCompany) return name;
  const [surname = '', first = ''] = name.trim().split(/\s+/);
  const [initial] = first;
  return initial === undefined ? surname : `${surname} ${initial}.`;
}
