import { useEffect, useRef } from 'react';
import styles from './markup.module.css';

/** A tenth of the first load, and needed only where the provider's texts are shown. */
const cleaner = () => import('#lib/clean-markup.ts');

/** The provider's HTML, cleaned. Empty until the cleaner has come: dirty markup is never shown, not for a frame. */
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
