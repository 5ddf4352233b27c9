/** Runs in the page: what large text cuts off, lays over another, or breaks where it must not: a sum in two lines is two sums. */
export function faultsOfLargeText(): string[] {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const isSeen = (one: Element): boolean => {
    const { width, height } = one.getBoundingClientRect();
    return one.checkVisibility() && width > 2 && height > 2;
  };
  const seen = [...document.querySelectorAll<HTMLElement>('body *')].filter(isSeen);
  const said = (one: Element): string => `${one.tagName} «${one.textContent.trim().slice(0, 60)}»`;

  const cut = seen.filter((one) => {
    const { overflowX, overflowY } = getComputedStyle(one);
    const isCut = (overflow: string, wanted: number, has: number): boolean =>
      ['hidden', 'clip'].includes(overflow) && wanted > has + 1;
    return (
      one.textContent.trim() !== '' &&
      (isCut(overflowX, one.scrollWidth, one.clientWidth) || isCut(overflowY, one.scrollHeight, one.clientHeight))
    );
  });

  const parts = [...document.querySelectorAll('header :is(a, button, svg)')].filter(isSeen);
  const laidOver = parts.filter((one, index) => {
    const box = one.getBoundingClientRect();
    return parts.slice(index + 1).some((other) => {
      if (one.contains(other)) return false;
      const { left, right, top, bottom } = other.getBoundingClientRect();
      return left < box.right - 1 && box.left < right - 1 && top < box.bottom - 1 && box.top < bottom - 1;
    });
  });

  const broken: string[] = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (!node.parentElement || !isSeen(node.parentElement)) continue;
    for (const { 0: sum, index } of (node.textContent ?? '').matchAll(/\d[\d\s]*(?:,\d\d)?\s₽/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + sum.length);
      const tops = [...range.getClientRects()].map(({ top }) => top);
      if (Math.max(...tops) - Math.min(...tops) > rem / 2) broken.push(sum);
    }
  }
  return [
    ...cut.map((one) => `cut off: ${said(one)}`),
    ...laidOver.map((one) => `laid over another: ${said(one)}`),
    ...broken.map((sum) => `broken: ${sum}`),
  ];
}
