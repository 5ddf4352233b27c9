/** The sign-in page with its way back, and with or without the form for a forgotten password. */
export function loginWith(search: string, form?: 'forgot'): string {
  const kept = new URLSearchParams();
  const back = new URLSearchParams(search).get('return');
  if (back !== null) kept.set('return', back);
  if (form !== undefined) kept.set(form, '');
  return kept.size === 0 ? '/login' : `/login?${kept.toString()}`;
}
