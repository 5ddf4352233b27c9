import { z } from 'zod';
import { DRY_RUN, rehearsable } from '../../kernel/call/staff-change.ts';
import { operatorCall, type OperatorRole } from '../../kernel/call/staff-call.ts';
import { DayText, PhoneText, text } from '../../kernel/call/wire.ts';
import { SmallNumbered, WrittenDay } from '../inputs.ts';
import {
  DistrictName,
  FORMER_NAMES,
  HOUSE_ARGUMENTS,
  HouseNo,
  HouseState,
  IsClosed,
  IsServed,
  LineMbit,
  OF_HOUSE,
  PLACE_CHANGED,
  PLACE_COUNTS,
  PlaceName,
  StreetTold,
} from './place-shapes.ts';

const SEE: readonly OperatorRole[] = ['cashier', 'support', 'engineer', 'accountant', 'owner', 'admin', 'auditor'];
const KEEP: readonly OperatorRole[] = ['engineer', 'admin'];

/** Towns, streets and houses: where the provider is. */
export const places = {
  towns: operatorCall({
    method: 'GET',
    path: '/staff/v1/places/towns',
    summary: 'Towns with their streets, houses and contracts',
    roles: SEE,
    command: { words: 'towns list', help: 'города: сколько улиц, домов и договоров' },
    result: z.array(
      z.object({
        town_id: z.int(),
        name: z.string(),
        former: FORMER_NAMES,
        is_default: z.boolean(),
        is_closed: z.boolean(),
        streets: z.int(),
        ...PLACE_COUNTS,
      }),
    ),
  }),
  streets: operatorCall({
    method: 'GET',
    path: '/staff/v1/places/streets',
    summary: 'Streets of a town, or of all, by a part of their present or former name; е finds ё',
    roles: SEE,
    command: {
      words: 'streets list',
      arguments: { q: 'часть названия' },
      options: { town_id: 'город' },
      help: 'улицы: и по прежнему названию',
    },
    query: z.strictObject({ q: text(100).trim().optional(), town_id: SmallNumbered.optional() }),
    result: z.object({
      streets: z.array(StreetTold.extend({ town_id: z.int(), town: z.string(), ...PLACE_COUNTS })),
      more: z.boolean().meta({ description: 'There are others: ask more narrowly' }),
    }),
  }),
  houses: operatorCall({
    method: 'GET',
    path: '/staff/v1/places/houses',
    summary: 'Houses of a street: served or not, the fastest line, contracts and flats',
    roles: SEE,
    command: {
      words: 'houses list',
      arguments: { street_id: 'улица' },
      help: 'дома улицы: обслуживается ли, какая скорость, сколько договоров',
    },
    query: z.strictObject({ street_id: SmallNumbered }),
    result: StreetTold.extend({
      town_id: z.int(),
      town: z.string(),
      houses: z.array(
        z.object({
          house: z.string(),
          state: HouseState,
          ready_on: DayText.nullable(),
          mbit: z.int().nullable().meta({ description: 'The fastest that its line holds; null: any' }),
          contracts: z.int(),
          flats: z.int().meta({ description: 'Flats with a contract' }),
          waiting: z.int().meta({ description: 'Open requests to connect' }),
        }),
      ),
    }),
    problems: ['place_unknown'],
  }),
  addTown: operatorCall({
    method: 'POST',
    path: '/staff/v1/places/towns/add',
    summary: 'Adds a town',
    roles: KEEP,
    command: {
      words: 'town add',
      arguments: { name: 'название' },
      options: { phone: 'телефон поддержки в городе' },
      help: 'завести город',
    },
    body: z.strictObject({ name: PlaceName, phone: PhoneText.optional() }),
    result: z.object({ town_id: z.int(), name: z.string() }),
    problems: ['place_named'],
  }),
  editTown: operatorCall({
    method: 'POST',
    path: '/staff/v1/places/towns/edit',
    summary: 'Renames a town, closes or reopens it; the former name still finds it',
    roles: KEEP,
    command: {
      words: 'town edit',
      arguments: { town_id: 'город' },
      options: { name: 'новое название', closed: 'yes — новых подключений нет, no — снова есть', ...DRY_RUN },
      help: 'переименовать город, закрыть или открыть для подключений',
    },
    body: rehearsable({ town_id: SmallNumbered, name: PlaceName.optional(), closed: IsClosed.optional() }),
    result: z.object({ ...PLACE_CHANGED, town_id: z.int(), was: z.string(), is_closed: z.boolean() }),
    problems: ['place_unknown', 'place_named', 'nothing_changes'],
  }),
  addStreet: operatorCall({
    method: 'POST',
    path: '/staff/v1/places/streets/add',
    summary: 'Adds a street to a town',
    roles: KEEP,
    command: {
      words: 'street add',
      arguments: { town_id: 'город', name: 'название' },
      options: { district: 'район' },
      help: 'завести улицу',
    },
    body: z.strictObject({ town_id: SmallNumbered, name: PlaceName, district: DistrictName.optional() }),
    result: z.object({ street_id: z.int(), name: z.string() }),
    problems: ['place_unknown', 'place_named'],
  }),
  editStreet: operatorCall({
    method: 'POST',
    path: '/staff/v1/places/streets/edit',
    summary: 'Renames a street in all its addresses, moves it to a district, closes or reopens it',
    roles: KEEP,
    command: {
      words: 'street edit',
      arguments: { street_id: 'улица' },
      options: {
        name: 'новое название: оно встанет во всех адресах, по прежнему тоже найдут',
        district: 'район',
        closed: 'yes — новых подключений нет, no — снова есть',
        ...DRY_RUN,
      },
      help: 'переименовать улицу, сменить район, закрыть или открыть для подключений',
    },
    body: rehearsable({
      street_id: SmallNumbered,
      name: PlaceName.optional(),
      district: DistrictName.optional(),
      closed: IsClosed.optional(),
    }),
    result: z.object({ ...PLACE_CHANGED, street_id: z.int(), was: z.string(), is_closed: z.boolean() }),
    problems: ['place_unknown', 'place_named', 'nothing_changes'],
  }),
  mergeStreets: operatorCall({
    method: 'POST',
    path: '/staff/v1/places/streets/merge',
    summary: 'Two entries of one street become one: houses and contracts of the first go to the second',
    roles: KEEP,
    command: {
      words: 'street merge',
      arguments: { street_id: 'лишняя улица', into: 'какая останется' },
      options: DRY_RUN,
      help: 'объединить две записи одной улицы: дома и договоры перейдут, по обоим названиям найдут',
    },
    body: rehearsable({ street_id: SmallNumbered, into: SmallNumbered }),
    result: z.object({ ...PLACE_CHANGED, street_id: z.int(), was: z.string(), houses: z.int() }),
    problems: ['place_unknown', 'place_refused'],
  }),
  addHouse: operatorCall({
    method: 'POST',
    path: '/staff/v1/places/houses/add',
    summary: 'Adds a house: served, or to be served from a day on',
    roles: KEEP,
    command: {
      words: 'house add',
      arguments: HOUSE_ARGUMENTS,
      options: { ready_on: 'когда подключим; без дня — уже подключён', mbit: 'наибольшая скорость, Мбит/с' },
      help: 'завести дом: подключён или будет',
    },
    body: z.strictObject({ ...OF_HOUSE, ready_on: WrittenDay.optional(), mbit: LineMbit.optional() }),
    result: z.object({ street_id: z.int(), house: z.string(), state: HouseState }),
    problems: ['place_unknown', 'place_named'],
  }),
  editHouse: operatorCall({
    method: 'POST',
    path: '/staff/v1/places/houses/edit',
    summary: 'Says whether and from when a house is served and how fast; renames it in its addresses',
    roles: KEEP,
    command: {
      words: 'house edit',
      arguments: HOUSE_ARGUMENTS,
      options: {
        name: 'новый номер: встанет во всех адресах; если такой дом есть, записи объединятся',
        served: 'yes — подключаем, no — больше не подключаем',
        ready_on: 'с какого дня подключим',
        mbit: 'наибольшая скорость, Мбит/с',
        ...DRY_RUN,
      },
      help: 'обслуживается ли дом, с какого дня, с какой скоростью; исправить номер',
    },
    body: rehearsable({
      ...OF_HOUSE,
      name: HouseNo.optional(),
      served: IsServed.optional(),
      ready_on: WrittenDay.optional(),
      mbit: LineMbit.optional(),
    }),
    result: z.object({ ...PLACE_CHANGED, street_id: z.int(), was: z.string(), state: HouseState, merged: z.boolean() }),
    problems: ['place_unknown', 'nothing_changes'],
  }),
};
