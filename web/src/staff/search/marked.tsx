import styles from './search.module.css';

/** Letters that people type for each other: ё and е. */
const plain = (text: string): string => text.toLowerCase().replaceAll('ё', 'е');

/** Where the words of a query begin in a text, each once: `[from, until]`. */
function places(text: string, q: string): [number, number][] {
  const within = plain(text);
  return plain(q)
    .split(/[\s,]+/)
    .filter((word) => word.length > 1)
    .flatMap((word): [number, number][] => {
      const at = within.search(new RegExp(`(?<![\\p{L}\\d])${word.replace(/[^\p{L}\d]/gu, '\\$&')}`, 'u'));
      return at < 0 ? [] : [[at, at + word.length]];
    })
    .sort(([one], [other]) => one - other);
}

/** A text with what was typed marked in it. */
export function Marked({ text, q }: { text: string; q: string }) {
  const parts = [];
  let end = 0;
  for (const [from, until] of places(text, q)) {
    if (from < end) continue;
    parts.push(
      text.slice(end, from),
      <mark key={from} className={styles.mark}>
        {text.slice(from, until)}
      </mark>,
    );
    end = until;
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  );
}
