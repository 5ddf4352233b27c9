import { sayError, saySuccess } from './toast-store.ts';

/** Copies a text and says so; the browser may forbid the clipboard, and has none on a page without encryption. */
export const copyText = async (text: string, said: string, more?: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    saySuccess(said, more);
  } catch {
    sayError(undefined, 'Браузер не дал скопировать. Выделите текст и скопируйте его сами');
  }
};
