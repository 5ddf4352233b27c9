import { useEffect, useRef } from 'react';
import styles from './markup.module.css';

/** Loaded on demand: it has a tenth of the size of the first load, and only the provider's texts need it. */
const cleaner = () => import('#web/lib/text/clean-markup.ts');

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };

/** The words of the markup, to be shown as text. */
const wordsOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => SIGNS[name] ?? '')
    .trim();

/** The provider's HTML, sanitised. Until the sanitiser is loaded only its words are shown: unsafe markup never is. */
export function Markup({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let current = true;
    void cleaner().then(({ cleanMarkup }) => {
      if (current) place.current?.replaceChildren(cleanMarkup(html));
    });
    return () => {
      current = false;
    };
  }, [html]);
  return (
    <div ref={place} className={styles.markup}>
      {wordsOf(html)}
    </div>
  );
}
