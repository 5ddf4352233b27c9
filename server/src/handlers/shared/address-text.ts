/** Street kinds that replace the word «улица». */
const STREET_KIND = /бульвар|шоссе|проспект|проезд|переулок|площадь|набережная|тракт|квартал|тупик/i;

/** «Тольятти, ул. Юбилейная, 31, кв. 84» */
export function addressText(place: {
  town: string;
  street: string | null;
  house: string;
  flat: string | null;
}): string {
  const { town, street, house, flat } = place;
  const parts = [town, street !== null && streetText(street), house, flat !== null && `кв.\u00a0${flat}`];
  return parts.filter((part) => part !== false).join(', ');
}

const streetText = (street: string) => (STREET_KIND.test(street) ? street : `ул.\u00a0${street}`);
