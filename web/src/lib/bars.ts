/** The bars of the browser follow the system; if the subscriber has chosen a theme, they follow it. */
export function matchBars(): void {
  const { theme } = document.documentElement.dataset;
  if (theme === undefined) return;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    meta.media = meta.media.includes(theme) ? 'all' : 'not all';
  }
}
