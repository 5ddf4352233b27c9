/** The batch of the home screen, as the browser sends it. */
export const HOME = {
  'internet-contract': {},
  'internet-account': {},
  telephone: {},
  'user/list': { when: 'few' },
  'telephone-number/list': { when: 'few' },
  'user/overview': {},
  'internet-contract/program-arrears': {},
  'notice/get-messages': {},
  'support/get-orders': { limit: '3' },
  'internet-account/stat-payments': { limit: '5' },
  'internet-account/stat-charges': { limit: '5' },
  'payment/expected-price': { p: 'i' },
  'promised-payment/in-debt': {},
};
