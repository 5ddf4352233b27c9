import { operatorCall } from '../../kernel/call/staff-call.ts';
import { z } from 'zod';
import { CHANGED, TERMS, termsChange } from '../../kernel/call/staff-change.ts';
import { PrintedNo } from '../../shapes.ts';
import { DocumentNo, Numbered, PrintedNumber, words } from '../inputs.ts';
import { PersonAddress, PersonName } from '../personal.ts';

export const OFFICE = ['cashier', 'support', 'accountant'] as const;
export const PLACE = {
  town: words(100, 'Город'),
  street: words(100, 'Улица').optional(),
  house: words(20, 'Дом'),
  flat: words(20, 'Квартира').optional(),
};
export const ClientName = words(200, 'Имя');

export const editClient = operatorCall({
  method: 'POST',
  path: '/staff/v1/clients/edit',
  summary: 'Corrects the name, the address or the printed number of a contract by a document; its subscriber is told',
  roles: OFFICE,
  command: {
    words: 'contract edit',
    arguments: { contract_id: 'договор', document: 'по какому документу' },
    options: {
      name: 'имя',
      town: 'город',
      street: 'улица',
      house: 'дом',
      flat: 'квартира',
      printed_no: 'номер на бумагах; пусто — убрать',
      ...TERMS,
    },
    help: 'исправить имя, адрес или номер на бумагах; адрес пишется целиком',
  },
  body: termsChange({
    contract_id: Numbered,
    document: DocumentNo,
    name: ClientName.optional(),
    ...PLACE,
    town: PLACE.town.optional(),
    house: PLACE.house.optional(),
    printed_no: PrintedNumber.optional().meta({ description: 'Empty: it has no other number than contract_id' }),
  }),
  result: z.object({ ...CHANGED, name: PersonName, address: PersonAddress, printed_no: PrintedNo }),
  problems: ['contract_unknown', 'changed_meanwhile', 'place_unknown', 'printed_no_taken', 'change_not_allowed'],
});
