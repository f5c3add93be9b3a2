import { type RawBuilder, sql } from 'kysely';

/**
 * SQL: ids of the orders that a text finds. The text can be an order number (with or without dash), a reference number, a bank's reference,
 * the beginning of an e-mail address, of a number plate (in any spelling) or of words of the name, or the last 4 or more digits of a phone
 * number. Each part of the union uses an index.
 */
export function matchingOrderIds(search: string): RawBuilder<number> {
  const text = search.trim();
  const plateStart = lettersAndDigits(text);
  const digits = phoneDigits(text);
  const words = text.match(/[\p{L}\d]+/gu) ?? [];
  const parts: RawBuilder<unknown>[] = [
    sql`select id from orders where number = ${orderNumberOf(text)}`,
    sql`select id from orders where reference = ${text.replaceAll(' ', '')}`,
    sql`select order_id from payment_ledger where provider_ref in (${text}, ${text.toUpperCase()})`,
  ];
  if (text !== '')
    parts.push(sql`select id from orders where lower(email) like ${`${escapeLike(text.toLowerCase())}%`}`);
  if (plateStart.length >= 2)
    parts.push(sql`select id from orders where ${plateLettersAndDigits} like ${`${plateStart}%`}`);
  if (digits.length >= 4) {
    const reversedEnding = `${[...digits].reverse().join('')}%`;
    parts.push(sql`select id from orders where phone <> '' and ${reversedPhoneDigits} like ${reversedEnding}`);
  }
  if (words.length > 0) {
    const query = words.map((word) => `${word}:*`).join(' & ');
    parts.push(sql`select id from orders where to_tsvector('simple', name) @@ to_tsquery('simple', ${query})`);
  }
  return sql<number>`(${sql.join(parts, sql` union `)})`;
}

/** SQL: whether the columns `plate`, `phone` or `name` of a row match a text, as in `matchingOrderIds`. */
export function matchesBuyer(search: string): RawBuilder<boolean> {
  const plateStart = lettersAndDigits(search);
  const digits = phoneDigits(search);
  const words = search.match(/[\p{L}\d]+/gu) ?? [];
  const parts: RawBuilder<unknown>[] = [sql`false`];
  if (plateStart.length >= 2) parts.push(sql`${plateLettersAndDigits} like ${`${plateStart}%`}`);
  if (digits.length >= 4) {
    const reversedEnding = `${[...digits].reverse().join('')}%`;
    parts.push(sql`${reversedPhoneDigits} like ${reversedEnding}`);
  }
  const query = words.map((word) => `${word}:*`).join(' & ');
  if (query !== '') parts.push(sql`to_tsvector('simple', name) @@ to_tsquery('simple', ${query})`);
  return sql<boolean>`(${sql.join(parts, sql` or `)})`;
}

export function orderNumberOf(text: string): string {
  return lettersAndDigits(text).replace(/^(R\d\d)/, '$1-');
}

export function lettersAndDigits(text: string): string {
  return text.toUpperCase().replace(/[^\p{L}\d]/gu, '');
}

// The same expressions as in the indexes of 0019_desk_and_costs.sql, so that PostgreSQL uses the indexes.
const plateLettersAndDigits = sql`upper(regexp_replace(plate, '[^[:alnum:]]', '', 'g'))`;
const reversedPhoneDigits = sql`reverse(regexp_replace(phone, '\\D', '', 'g'))`;

/** Returns the digits of a phone number without the code of Estonia; none for text with letters, such as a plate. */
function phoneDigits(text: string): string {
  if (/\p{L}/u.test(text)) return '';
  return text.replace(/\D/g, '').replace(/^(?:00)?372(?=\d{7})/, '');
}

export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
