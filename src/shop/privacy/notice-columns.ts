import { linked, personal, secret } from './column.ts';

/** Each column has a kind (`column.ts`), the activity that uses it, and a description. */
export const noticeColumns = {
  stock_notices: {
    id: secret('notices', 'the secret in the links of the mails'),
    tire_id: linked('notices', 'the tire'),
    email: personal('notices', 'the e-mail address'),
    locale: linked('notices', 'the language of the mails'),
    count: linked('notices', 'how many tires must be on sale'),
    asked_at: linked('notices', 'time of the request'),
    confirmed_at: linked('notices', 'time at which the address was confirmed'),
    found_at: linked('notices', 'time at which the tire was on sale again'),
  },
};
