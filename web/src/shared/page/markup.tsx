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

/** Only words, or paragraphs of words; the signs that are written otherwise are those of `SIGNS`. */
const PLAIN = /^(?:\s*<p>(?:[^<&]|&(?:amp|lt|gt|quot|nbsp);)*<\/p>)*\s*$|^(?:[^<&]|&(?:amp|lt|gt|quot|nbsp);)*$/;

/** The provider's HTML. Most of it is paragraphs of words, which React shows as text: the sanitiser is loaded only for more than that. */
export function Markup({ html }: { html: string }) {
  if (!PLAIN.test(html)) return <Sanitised key={html} html={html} />;
  const paragraphs = html.includes('<') ? html.split('<p>').slice(1) : [];
  return (
    <div className={styles.markup}>
      {paragraphs.length > 0 ? paragraphs.map((one, index) => <p key={index}>{wordsOf(one)}</p>) : wordsOf(html)}
    </div>
  );
}

/** Until the sanitiser is loaded only the words are shown: unsafe markup never is. */
function Sanitised({ html }: { html: string }) {
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
