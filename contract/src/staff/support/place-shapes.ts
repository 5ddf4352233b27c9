import { z } from 'zod';
import { inAddress, text, wholeNumber } from '../../kernel/call/wire.ts';
import { SmallNumbered, words } from '../inputs.ts';

const MOST_MBIT = 100_000;
export const PlaceName = words(100, 'Название');
export const HouseNo = words(20, 'Дом');
export const DistrictName = text(100).trim().meta({ description: 'Empty: none' });
export const LineMbit = inAddress(wholeNumber(1, MOST_MBIT, `Скорость: целое число от 1 до ${MOST_MBIT}`));
export const IsClosed = z.enum(['yes', 'no'], 'Ответьте yes или no').meta({
  description: 'yes: offered to nobody any more; who has a contract there keeps it',
});
export const IsServed = z.enum(['yes', 'no'], 'Ответьте yes или no');

export const FORMER_NAMES = z
  .array(z.string())
  .meta({ description: 'What it was called before: it is found by these names, too' });
export const PLACE_COUNTS = { houses: z.int(), contracts: z.int().meta({ description: 'That are not closed' }) };
export const PLACE_CHANGED = {
  rehearsed: z.boolean(),
  name: z.string(),
  contracts: z.int().meta({ description: 'Contracts there: whom it concerns' }),
};

export const StreetTold = z.object({
  street_id: z.int(),
  name: z.string(),
  district: z.string().nullable(),
  former: FORMER_NAMES,
  is_closed: z.boolean(),
});

export const HouseState = z.enum(['connected', 'planned', 'closed', 'unknown']).meta({
  description: 'closed: not served any more; unknown: contracts name it, the list of houses does not have it',
});

export const OF_HOUSE = { street_id: SmallNumbered, house: HouseNo };
export const HOUSE_ARGUMENTS = { street_id: 'улица', house: 'дом' } as const;
