import { words } from '../inputs.ts';

/** The name that the client reads. A person of the staff has one of her own; the command line and programs say it. */
export const Who = words(100, 'Кто отвечает').optional().meta({
  description: 'Who does it, as the client reads it. Of a person of the staff it is her own name, whatever is sent',
});
