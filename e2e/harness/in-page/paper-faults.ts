/** Runs in the page: what must not be on paper and is. */
export function faultsOnPaper(): string[] {
  const shown = (selector: string): Element[] =>
    [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility({ visibilityProperty: true }));
  const pressed = shown(
    'nav, header button, select, dialog, [role="group"] > button, button[class*="button-"], a[class*="button-button"], a[href="#main"], [aria-label="Уведомления"], .splash',
  ).map((one) => `${one.tagName} ${one.getAttribute('aria-label') ?? one.textContent.slice(0, 40)}`);
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  const brightness = (colour: string): number => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return 255 + (alpha / 255) * ((red + green + blue) / 3 - 255);
  };
  const dark = shown('html, body, main, main section, main article, main li').filter(
    (one) => brightness(getComputedStyle(one).backgroundColor) < 200,
  );
  const pale = shown('main h1, main h2, main h3, main p, main dt, main dd').filter(
    (one) => one.textContent !== '' && brightness(getComputedStyle(one).color) > 150,
  );
  return [
    ...pressed,
    ...dark.map((one) => `dark: ${one.tagName} ${one.className}`),
    ...pale.map((one) => `pale: ${one.textContent.slice(0, 40)}`),
    ...(document.documentElement.scrollWidth > window.innerWidth ? ['wider than the paper'] : []),
  ];
}
