/** The name and patronymic, and the surname with initials, of a person. */
export function clientNamesOf(
  client: string,
  isCompany: boolean,
): { client_name_io: string; client_name_short: string } {
  const [surname = '', ...rest] = client.split(/\s+/);
  if (isCompany || rest.length === 0) return { client_name_io: client, client_name_short: client };
  const initials = rest.map((word) => `${word.charAt(0).toUpperCase()}.`).join(' ');
  return { client_name_io: rest.join(' '), client_name_short: `${surname} ${initials}` };
}
