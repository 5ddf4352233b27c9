import { keepTogether } from '#web/lib/text/format.ts';
import { Markup } from '#web/shared/page/markup.tsx';

/** A text of the provider: mostly plain, sometimes with markup, which is cleaned before it is shown. */
export const ServiceText = ({ text }: { text: string }) =>
  text.includes('<') ? <Markup html={text} /> : <p>{keepTogether(text)}</p>;
