import { useEffect, useRef } from 'react';
import { keepTogether } from '#web/lib/text/format.ts';
import styles from './markup.module.css';

/** Loaded on demand: it has a tenth of the size of the first load, and only the provider's texts need it. */
const cleaner = () => import('#web/lib/text/clean-markup.ts');

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };

const SIGN = /&(amp|lt|gt|quot|nbsp);/g;

/** The words of the markup, to be shown as text. */
const wordsOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(SIGN, (_, name: string) => SIGNS[name] ?? '')
    .trim();

/** Only words, or paragraphs of words, without their signs. */
const PLAIN = /^(\s*<p>[^<&]*<\/p>)*\s*$|^[^<&]*$/;

/** The provider's HTML. Most of it is paragraphs of words, which React shows as text: the sanitiser is loaded only for more than that. */
export function Markup({ html }: { html: string }) {
  if (!PLAIN.test(html.replace(SIGN, ''))) return <Sanitised key={html} html={html} />;
  const [words = '', ...paragraphs] = html.split('<p>').map((one) => keepTogether(wordsOf(one)));
  return <div className={styles.markup}>{words || paragraphs.map((one, index) => <p key={index}>{one}</p>)}</div>;
}

/** Until the sanitiser is loaded only the words are shown: unsafe markup never is. */
function Sanitised({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    void cleaner().then(({ cleanMarkup }) => place.current?.replaceChildren(cleanMarkup(html)));
  }, [html]);
  return (
    <div ref={place} className={styles.markup}>
      {wordsOf(html)}
    </div>
  );
}
