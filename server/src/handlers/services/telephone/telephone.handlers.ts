import type { contract } from '@kabinet/contract';
import { accountAnswer } from '#server/domain/billing/forecast/account.rules.ts';
import { sharedForecasts } from '#server/domain/billing/forecast/forecast.queries.ts';
import { promisedForecast } from '#server/domain/billing/promised-payment/promised-forecast.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { activateDocumentEmail, documentEmailSettings, setDocumentEmail, setEmailPackage } from './documents.ts';

/** The reply of the specification to a client without a telephone contract. */
const NO_ACCOUNT: [] = [];

export const telephoneHandlers: PlainHandlers<typeof contract.telephone, 'activateEmail'> = {
  get: async (_, { db, subscriber, today }) => {
    const forecasts = await sharedForecasts(db, subscriber.contractId, today);
    const forecast = forecasts.find(({ kind }) => kind === 't');
    return forecast ? accountAnswer(await promisedForecast(db, forecast)) : NO_ACCOUNT;
  },
  emailSettings: documentEmailSettings,
  setEmail: setDocumentEmail,
  activateEmail: activateDocumentEmail,
  setEmailPackage,
};
