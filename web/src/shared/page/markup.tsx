import { useEffect, useRef } from 'react';
import styles from './markup.module.css';

/** Loaded on demand: it has a tenth of the size of the first load, and only the provider's texts need it. */
const cleaner = () => import('#lib/clean-markup.ts');

/** The provider's HTML, sanitised. Empty until the sanitiser is loaded: unsafe markup is never shown. */
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
  return <div ref={place} className={styles.markup} />;
}
