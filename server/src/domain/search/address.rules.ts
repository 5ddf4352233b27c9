/** A street, or a town without streets, whose name has some of the words that were typed. */
export interface NamedPlace {
  readonly street_id: number | null;
  readonly town_id: number;
  /** Words of the street's name; none of a town without streets. */
  readonly street: readonly string[];
  readonly town: readonly string[];
}

/** Where the contracts are looked for; a house is a whole one. */
export interface SoughtPlace {
  readonly streetId: number | null;
  readonly townId: number;
  readonly house: string | undefined;
  readonly flat: string | undefined;
}

/** Kinds of places, which nobody types for certain. */
const KINDS = new Set(
  (
    'г город с село п поселок пос дер деревня ул улица пр пр-т просп проспект пер переулок б-р бул бульвар ш шоссе пл площадь наб ' +
    'набережная проезд тракт мкр мкрн микрорайон д дом кв квартира'
  ).split(' '),
);

/** «14-12», «5 а», «5 к 1», «д.5 кв.12» as house and flat. */
const spaced = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/(^|[\s,])(?:дом|д|кв|квартира)\.?\s*(?=\d)/g, '$1')
    .replace(/(\d[а-яa-z]?)\s*[-–—]\s*(?=\d)/g, '$1 ')
    .replace(/(\d)\s+к(?:орп)?\.?\s*(?=\d)/g, '$1к')
    .replace(/(\d)\s+([а-я])(?=\s|,|$)/g, '$1$2');

/** What was typed, in order; signs inside of a house («14/2») stay. */
export const addressTokens = (text: string): string[] =>
  spaced(text)
    .split(/[\s,;]+/)
    .map((token) => token.replace(/^[."«]+|[."»]+$/g, ''))
    .filter((token) => token !== '' && !(token.includes('-') && KINDS.has(token)));

const hasLetter = (token: string): boolean => /^[^\d\s]/.test(token);

/** The words for which a place is looked up. */
export const placeWords = (tokens: readonly string[]): string[] => [
  ...new Set(tokens.flatMap((token) => token.split('-')).filter((word) => hasLetter(word) && !KINDS.has(word))),
];

/** «2-я» is two words of a name, «14/2» one house. */
const wordsIn = (token: string): string[] =>
  hasLetter(token) || /^\d+-[а-я]+$/.test(token) ? token.split('-').filter(Boolean) : [token];

/** Whether a word of a name was meant: a number whole, letters from their beginning. */
const isMeant = (word: string, token: string): boolean => (hasLetter(token) ? word.startsWith(token) : word === token);

/** Takes out of the tokens those that are words of a name; each word answers one. Returns the rest. */
function without(tokens: readonly string[], words: readonly string[]): string[] {
  const left = [...words];
  return tokens.filter((token) => {
    const place = left.findIndex((word) => isMeant(word, token));
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}

/** The place that was meant, if every word is of it; what is left is the house and the flat. */
function soughtAt(
  tokens: readonly string[],
  { street_id, town_id, street, town }: NamedPlace,
): SoughtPlace | undefined {
  const parts = tokens.flatMap(wordsIn);
  const rest = without(parts, street_id === null ? town : street);
  const named = parts.filter((part) => hasLetter(part) && !rest.includes(part));
  if (named.length === 0) return undefined;
  const numbers = without(rest, town).filter((part) => !KINDS.has(part));
  const [house, flat, ...more] = numbers;
  if (more.length > 0) return undefined;
  return { streetId: street_id, townId: town_id, house, flat };
}

/** All places that the words can mean. */
export const soughtPlaces = (tokens: readonly string[], places: readonly NamedPlace[]): SoughtPlace[] =>
  places.flatMap((place) => soughtAt(tokens, place) ?? []);

/** The most words that are read as a name and an address together. */
const MOST_MIXED = 6;

/** The ways to read words as a name and an address, the name first or last; a name has letters only. */
export const splitsOf = (tokens: readonly string[]): { readonly name: string[]; readonly address: string[] }[] =>
  tokens.length > MOST_MIXED
    ? []
    : tokens
        .slice(1)
        .flatMap((_, index) => [
          { name: tokens.slice(0, index + 1), address: tokens.slice(index + 1) },
          { name: tokens.slice(-(index + 1)), address: tokens.slice(0, -(index + 1)) },
        ])
        .filter(({ name }) => name.every((word) => /^\p{L}{2,}$/u.test(word)));
