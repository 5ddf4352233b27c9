interface Place {
  readonly town: string;
  readonly street: string;
  readonly house: string;
  readonly flat: string | null;
}

/** «Тольятти, Юбилейная, 33, кв. 12». */
export const requestAddress = ({ town, street, house, flat }: Place): string =>
  [town, street, house, flat && `кв. ${flat}`].filter(Boolean).join(', ');
