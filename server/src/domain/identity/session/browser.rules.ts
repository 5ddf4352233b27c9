// How a session is shown to its owner: enough to recognise the device, nothing that identifies it to others.

/** Order matters: every browser calls itself Chrome or Safari as well. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/YaBrowser\//, 'Яндекс Браузер'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/MiuiBrowser\//, 'Mi Browser'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(?:e|ium)\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const nameIn = (names: typeof BROWSERS, userAgent: string) => names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** «Chrome на Windows» from a User-Agent header; only words of ours, so it is safe in HTML. */
export function describeBrowser(userAgent: string): string {
  const browser = nameIn(BROWSERS, userAgent) ?? 'Неизвестный браузер';
  const system = nameIn(SYSTEMS, userAgent);
  return system === undefined ? browser : `${browser} на ${system}`;
}
