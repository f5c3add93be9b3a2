import { catalogue } from '../shop/catalog/catalogue.server.ts';
import { tallinnDate } from '../shop/tallinn-date.ts';

const minuteMs = 60_000;

/**
 * Names the moment of a shop: the state of the catalogue and the day in Tallinn. What browsing shows depends on nothing
 * else; what an address means, on the day alone. Days begin with a minute, so the calendar is asked once a minute.
 */
export function momentOf(now: () => Date): { moment: () => string; meaning: () => string } {
  let minute = Number.NaN;
  let day = '';
  const meaning = () => {
    const at = now();
    const current = Math.floor(at.getTime() / minuteMs);
    if (current !== minute) day = tallinnDate(at);
    minute = current;
    return day;
  };
  return { meaning, moment: () => `${catalogue().version} ${meaning()}` };
}
