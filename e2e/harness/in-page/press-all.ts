/** What pressing every button of a page has shown. */
export interface Seen {
  opened: string[];
  faults: string[];
}

/** Runs in the page: presses each button, those of the frame on one page only; a dialog that opens is closed by Back, on the same page, with the focus back. */
export async function pressAll(isFrame: boolean): Promise<Seen> {
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const until = async (isSo: () => boolean, ms: number): Promise<boolean> => {
    for (let left = ms; left > 0 && !isSo(); left -= 20) await wait(20);
    return isSo();
  };
  const dialogs = () => [...document.querySelectorAll('dialog[open]')];
  const titles = () => dialogs().map((one) => one.querySelector('h2')?.textContent ?? one.getAttribute('aria-label'));
  const depth = () => ((window.history.state ?? {}) as { dialog?: number }).dialog ?? 0;
  const path = window.location.pathname;
  for (const fold of document.querySelectorAll('details')) fold.open = true;
  await wait(300);
  const buttons = () =>
    [...document.querySelectorAll<HTMLElement>(isFrame ? 'button' : 'main button')]
      .filter((one) => one.checkVisibility() && one.getAttribute('aria-disabled') !== 'true')
      .filter((one) => one.getAttribute('type') !== 'submit' && !one.closest('dialog'));
  const nameOf = (one: HTMLElement): string => one.getAttribute('aria-label') ?? one.textContent;
  const goBack = async (): Promise<void> => {
    while (dialogs().length > 0 && depth() > 0) {
      const before = dialogs().length;
      window.history.back();
      if (!(await until(() => dialogs().length < before, 3000))) return;
    }
    await wait(20);
  };
  /** What is wrong with the dialog that this button has opened. */
  const faultOf = async (button: HTMLElement): Promise<string | undefined> => {
    if (!(await until(() => depth() === dialogs().length, 3000))) return 'has no entry';
    await goBack();
    if (dialogs().length > 0) return 'is not closed by Back';
    if (window.location.pathname !== path) return 'leaves the page';
    const hasFocus = () => !button.isConnected || document.activeElement === button;
    return (await until(hasFocus, 1000)) ? undefined : 'loses the focus';
  };
  const seen: Seen = { opened: [], faults: [] };
  const press = async (button: HTMLElement): Promise<void> => {
    // One that came late, after the press before.
    await goBack();
    button.focus();
    button.click();
    // What is loaded first takes longer, and says so.
    const longest = button.getAttribute('aria-haspopup') === 'dialog' ? 3000 : 160;
    if (!(await until(() => dialogs().length > 0, longest))) return;
    const title = titles().join(', ');
    seen.opened.push(title);
    const fault = await faultOf(button);
    if (fault !== undefined) seen.faults.push(`«${title}» ${fault}`);
  };
  for (const name of new Set(buttons().map(nameOf))) {
    const button = buttons().find((one) => nameOf(one) === name);
    if (button) await press(button);
  }
  return seen;
}
