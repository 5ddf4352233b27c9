/** Cyrillic letters that look like the signs of a MAC: the keyboard of the phone is Russian. */
const LOOK_ALIKE: Readonly<Record<string, string>> = { А: 'A', В: 'B', С: 'C', Е: 'E' };
const MAC_SIGNS = 12;

const signsOf = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[АВСЕ]/g, (letter) => LOOK_ALIKE[letter] ?? '')
    .replaceAll(/[^0-9A-F]/g, '');

/** «a42bb0» is shown as «A4:2B:B0» while it is typed. */
export const maskedMac = (typed: string): string =>
  (
    signsOf(typed)
      .slice(0, MAC_SIGNS)
      .match(/.{1,2}/g) ?? []
  ).join(':');

export const isWholeMac = (mac: string): boolean => signsOf(mac).length === MAC_SIGNS;

/** The MAC that a code on a sticker holds, alone or between other words; undefined: it holds none. */
export function macInCode(code: string): string | undefined {
  const found = /(?<![0-9A-F])(?:[0-9A-F]{2}([:\-. ]?))(?:[0-9A-F]{2}\1){4}[0-9A-F]{2}(?!\1?[0-9A-F])/i.exec(code);
  return found ? maskedMac(found[0]) : undefined;
}
