import { type RawBuilder, sql } from 'kysely';

/** SQL: ids of the orders that a text finds. The text can be an order number (with or without dash), a reference number, a bank's reference,
 * the beginning of an e-mail address, or data of the buyer as in `matchesBuyer`. Each part of the union uses an index. */
export function matchingOrderIds(search: string): RawBuilder<number> {
  const text = search.trim();
  const conditions = [
    sql`number = ${orderNumberOf(text)}`,
    sql`reference = ${text.replaceAll(' ', '')}`,
    ...(text === '' ? [] : [sql`lower(email) like ${`${escapeLike(text.toLowerCase())}%`}`]),
    ...buyerConditions(text),
  ];
  const parts = [
    sql`select order_id from payment_ledger where provider_ref in (${text}, ${text.toUpperCase()})`,
    ...conditions.map((condition) => sql`select id from orders where ${condition}`),
  ];
  return sql<number>`(${sql.join(parts, sql` union `)})`;
}

/** SQL: whether `plate` (in any spelling) begins with `text`, `name` has words that begin with the words of `text`, or `phone` ends with `text` (at least 4 digits). */
export function matchesBuyer(text: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join([sql`false`, ...buyerConditions(text)], sql` or `)})`;
}

function buyerConditions(text: string): RawBuilder<unknown>[] {
  const plateStart = lettersAndDigits(text);
  const reversedDigits = [...phoneDigits(text)].reverse();
  const words = text.match(/[\p{L}\d]+/gu) ?? [];
  const conditions: RawBuilder<unknown>[] = [];
  if (plateStart.length >= 2) conditions.push(sql`${plateLettersAndDigits} like ${`${plateStart}%`}`);
  if (reversedDigits.length >= 4)
    conditions.push(sql`phone <> '' and ${reversedPhoneDigits} like ${`${reversedDigits.join('')}%`}`);
  if (words.length > 0) {
    const query = words.map((word) => `${word}:*`).join(' & ');
    conditions.push(sql`to_tsvector('simple', name) @@ to_tsquery('simple', ${query})`);
  }
  return conditions;
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
