/** The domain of the exchange, as the provider's settings have it. */
export const SIP_DOMAIN = 'sip.volga-telecom.example';
