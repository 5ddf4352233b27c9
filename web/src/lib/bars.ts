/** Colours the bars of the browser by the theme that the subscriber has chosen; without a choice they follow the system. */
export function matchBars(): void {
  const { theme } = document.documentElement.dataset;
  if (theme === undefined) return;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    meta.media = meta.media.includes(theme) ? 'all' : 'not all';
  }
}
