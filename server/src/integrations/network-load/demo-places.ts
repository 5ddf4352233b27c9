import type { GeneratedPlace } from './generator.ts';

const TOGLIATTI = 'Тольятти';

const district = (
  placeId: string,
  name: string,
  [capacityMbit, lowest, highest]: readonly [number, number, number],
  note: string,
): GeneratedPlace => ({
  placeId,
  kind: 'district',
  name,
  note,
  town: TOGLIATTI,
  district: name,
  capacityMbit,
  lowest,
  highest,
});

const direction = (
  placeId: string,
  name: string,
  [capacityMbit, lowest, highest]: readonly [number, number, number],
  note: string,
): GeneratedPlace => ({
  placeId,
  kind: 'direction',
  name,
  note,
  town: null,
  district: null,
  capacityMbit,
  lowest,
  highest,
});

/** The network of the demo, for the built-in generator. */
export const demoPlaces: readonly GeneratedPlace[] = [
  district('avtozavodsky', 'Автозаводский', [92_000, 9, 80], '1 240 домов'),
  district('central', 'Центральный', [51_000, 8, 68], '412 домов'),
  district('komsomolsky', 'Комсомольский', [25_000, 7, 62], '286 домов'),
  {
    ...district('zhigulyovsk', 'Жигулёвск', [14_000, 6, 58], '96 домов'),
    town: 'Жигулёвск',
    district: null,
  },
  direction('moscow', 'Канал в Москву', [200_000, 14, 78], 'два пути'),
  direction('samara', 'Канал в Самару', [40_000, 18, 96], 'один путь'),
];
