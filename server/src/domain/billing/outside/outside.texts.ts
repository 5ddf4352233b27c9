import { keepTogether } from '#server/domain/shared/text.rules.ts';

/** Why something of a service cannot be changed here while another billing charges. */
export const CHANGED_ELSEWHERE = keepTogether('В кабинете этого пока не изменить. Позвоните в поддержку');

/** Lines of an account's history. */
export const TOLD_DIFFERENCE = 'Уточнение остатка';
