import * as data from './data.queries.ts';
import { short, type Table } from './table.ts';

export const servicesTables: readonly Table[] = [
  {
    file: 'contract',
    title: 'Договор',
    columns: [
      ['contract_id', 'Договор', 'number'],
      ['client_name', 'Абонент'],
      ['town', 'Город'],
      ['street', 'Улица'],
      ['house', 'Дом'],
      ['flat', 'Квартира'],
      ['opened_on', 'Подписан', 'day'],
      ['billing_day', 'День списания', 'number'],
      ['state', 'Состояние'],
    ],
    rows: short(data.contractData),
  },
  {
    file: 'contacts',
    title: 'Контакты',
    columns: [
      ['kind', 'Вид', 'word'],
      ['value', 'Контакт'],
      ['label', 'Имя'],
      ['is_confirmed', 'Подтверждён', 'yes'],
      ['confirmed_at', 'Когда', 'moment'],
    ],
    rows: short(data.contactData),
  },
  {
    file: 'services',
    title: 'Услуги и номера',
    columns: [
      ['service', 'Услуга'],
      ['kind', 'Вид', 'word'],
      ['login', 'Логин или номер'],
      ['address', 'Адрес'],
      ['plan', 'Тариф'],
      ['state', 'Состояние', 'word'],
      ['opened_on', 'Подключена', 'day'],
      ['closed_on', 'Закрыта', 'day'],
    ],
    rows: short(data.serviceData),
  },
  {
    file: 'options',
    title: 'Опции и пакеты',
    columns: [
      ['what', 'Что подключено'],
      ['service', 'Услуга'],
      ['login', 'Логин'],
      ['status', 'Состояние', 'word'],
      ['since', 'С какого дня', 'day'],
    ],
    rows: short(data.extraData),
  },
  {
    file: 'plan_changes',
    title: 'Смены тарифа',
    columns: [
      ['made_at', 'Когда решили', 'moment'],
      ['service', 'Услуга'],
      ['login', 'Логин'],
      ['plan', 'Тариф'],
      ['from_day', 'С какого дня', 'day'],
      ['state', 'Состояние', 'word'],
    ],
    rows: short(data.planChangeData),
  },
  {
    file: 'suspensions',
    title: 'Приостановления',
    columns: [
      ['made_at', 'Когда решили', 'moment'],
      ['service', 'Услуга'],
      ['login', 'Логин'],
      ['from_day', 'С какого дня', 'day'],
      ['until_day', 'День возврата', 'day'],
      ['state', 'Состояние', 'word'],
    ],
    rows: short(data.suspensionData),
  },
];
