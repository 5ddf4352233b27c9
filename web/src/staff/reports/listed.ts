/** A list that a row names: the call, and what it is asked. */
export type Listed =
  | { readonly kind: 'lines'; readonly query: Readonly<Record<string, string>> }
  | { readonly kind: 'members'; readonly query: { readonly kind: string; readonly month: string } }
  | { readonly kind: 'debtors'; readonly query: Readonly<Record<string, string>> };

/** The words of a command that lists something: `reports lines charged --day=2026-11-01`. */
export function listedBy(command: string): Listed | undefined {
  const words = command.split(' ');
  const options = Object.fromEntries(
    words.filter((word) => word.startsWith('--')).map((word) => word.slice(2).split('=') as [string, string]),
  );
  const [group, call, first = '', second = ''] = words;
  if (group === 'debtors') return { kind: 'debtors', query: options };
  if (call === 'lines') return { kind: 'lines', query: { side: first, ...options } };
  if (call === 'members') return { kind: 'members', query: { kind: first, month: second } };
  return undefined;
}
