import { useEffect, useRef } from 'react';
import { cleanMarkup } from '#lib/clean-markup.ts';
import styles from './markup.module.css';

/** The provider's HTML, cleaned. Empty until the cleaner has come: dirty markup is never shown, not for a frame. */
export function Markup({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let current = true;
    void cleanMarkup(html).then((nodes) => {
      if (current) place.current?.replaceChildren(nodes);
    });
    return () => {
      current = false;
    };
  }, [html]);
  return <div ref={place} className={styles.markup} />;
}
