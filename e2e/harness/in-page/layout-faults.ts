/** Runs in the page: controls below 24 × 24 pixels that have no room around them (WCAG 2.2, 2.5.8), and headings too many. */
export function faultsOfLayout(): string[] {
  const all = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [role="slider"]'),
  ];
  const seen = all.filter(
    (one) => one.checkVisibility({ visibilityProperty: true }) && getComputedStyle(one).clipPath === 'none',
  );
  const boxes = seen.map((one) => (one.closest('label') ?? one).getBoundingClientRect());
  const isTight = (index: number): boolean => {
    const { x, y, width, height } = boxes[index]!;
    const [midX, midY] = [x + width / 2, y + height / 2];
    return boxes.some((other, at) => {
      if (at === index || seen[at]!.contains(seen[index]!) || seen[index]!.contains(seen[at]!)) return false;
      const away = Math.hypot(
        Math.max(other.left - midX, 0, midX - other.right),
        Math.max(other.top - midY, 0, midY - other.bottom),
      );
      return away < 12;
    });
  };
  const small = seen.filter((one, index) => {
    const { width, height } = boxes[index]!;
    const isInSentence =
      getComputedStyle(one).display === 'inline' && one.closest('p, li, dd, td, figcaption') !== null;
    return width > 0 && Math.min(width, height) < 23.9 && !isInSentence && isTight(index);
  });
  const headings = [...document.querySelectorAll('h1')].filter((one) => one.checkVisibility()).length;
  return [
    ...small.map((one) => `too small: ${one.getAttribute('aria-label') ?? one.textContent}`),
    ...(headings === 1 ? [] : [`${headings} headings of the page`]),
  ];
}
