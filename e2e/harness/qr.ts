import jsqr from 'jsqr';
import type { Browser, Locator, Page } from 'playwright-core';

/** Decodes a QR code in a picture of the screen; undefined when there is none. */
export function qrReader(browser: Browser): (code: Locator) => Promise<string | undefined> {
  let blank: Promise<Page> | undefined;
  return async (code) => {
    const png = (await code.screenshot()).toString('base64');
    blank ??= browser.newPage();
    const { dots, width, height } = await (await blank).evaluate(dotsOf, png);
    const pixels = Uint8ClampedArray.from({ length: dots.length * 4 }, (_, index) =>
      index % 4 === 3 || dots[index >> 2] === '1' ? 255 : 0,
    );
    const found = jsqr.default(pixels, width, height);
    return found ? Buffer.from(found.binaryData).toString('utf8') : undefined;
  };
}

/** Runs in the page: a letter for each dot, 1 for a light one. A list of numbers would take a second on its way. */
async function dotsOf(picture: string): Promise<{ dots: string; width: number; height: number }> {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const { width, height } = bitmap;
  const paper = new OffscreenCanvas(width, height).getContext('2d')!;
  paper.drawImage(bitmap, 0, 0);
  const { data } = paper.getImageData(0, 0, width, height);
  const dots = Array.from({ length: width * height }, (_, dot) => (data[dot * 4]! > 127 ? '1' : '0')).join('');
  return { dots, width, height };
}
