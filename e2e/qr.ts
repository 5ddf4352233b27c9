import jsqr from 'jsqr';
import type { Browser, Locator } from 'playwright-core';

/** Decodes a QR code in a picture of the screen; undefined when there is none. */
export const qrReader =
  (browser: Browser) =>
  async (code: Locator): Promise<string | undefined> => {
    const png = (await code.screenshot()).toString('base64');
    const blank = await browser.newPage();
    const { data, width, height } = await blank.evaluate(async (picture) => {
      const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const paper = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      paper?.drawImage(bitmap, 0, 0);
      const pixels = paper?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
      return { data: [...pixels], width: bitmap.width, height: bitmap.height };
    }, png);
    await blank.close();
    const found = jsqr.default(Uint8ClampedArray.from(data), width, height);
    return found ? Buffer.from(found.binaryData).toString('utf8') : undefined;
  };
