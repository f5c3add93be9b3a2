import { type Chance, uuid } from './chance.ts';
import { type Draft, encoded } from './draft.ts';
import { type Known, methods } from './known.ts';
import { oddText } from './odd-texts.ts';
import { jsonOf } from './odd-values.ts';
import { fitting, type Parameter, type Right } from './schema.ts';
import { brokenBody, spoilt } from './spoil.ts';

/** What the schemas of the document cannot tell. An order, its token and its address go together. */
function rightFor({ tires, makers, orders }: Known, chance: Chance): Right {
  const order = chance.pick(orders);
  const lines = () =>
    Array.from({ length: 1 + chance.whole(2) }, () => ({ ...chance.pick(tires), count: 1 + chance.whole(4) })).map(
      ({ id, price, count }) => ({ id, count, price }),
    );
  const right: Record<string, () => unknown> = {
    id: () => chance.pick(tires).id,
    manufacturer: () => (chance.happens(0.6) ? chance.pick(makers) : [chance.pick(makers), chance.pick(makers)]),
    speed: () => chance.pick(['H', 'V', 'T']),
    branch: () => chance.pick(['ringtee', 'annelinn']),
    number: () => order.number,
    'order-token': () => order.token,
    'idempotency-key': () => (chance.happens(0.15) ? order.key : uuid(chance)),
    'device-id': () => chance.pick(['abcdefghABCDEF12', 'zyxwvutsZYXWVU98']),
    email: () => (chance.happens(0.5) ? order.email : `mari${chance.whole(1e9)}@example.com`),
    phone: () => '+372 5123 4567',
    regCode: () => '12345678',
    vatNumber: () => chance.pick(['', 'EE123456789']),
    plate: () => chance.pick([null, '123 ABC']),
    paymentMethod: () => chance.pick(methods),
    items: () => (chance.happens(0.3) ? order.items : lines()),
  };
  return (name, _chance) => right[name]?.();
}

/** A request for one of the document's calls: right, or with some of what it says made odd. */
export function fromDocument(known: Known, chance: Chance): Draft {
  const { document } = known;
  const calls = Object.entries(document.paths).flatMap(([path, ways]) =>
    Object.entries(ways).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const { path, method, operation } = chance.pick(calls);
  const right = rightFor(known, chance);
  const value = ({ name, schema }: Parameter) => fitting(schema, name.toLowerCase(), { document, chance, right });
  const isOdd = () => chance.happens(0.12);
  const draft: Draft = { endpoint: `${method} ${path}`, method, path, query: [], headers: [], body: null };
  for (const parameter of operation.parameters ?? []) {
    if (parameter.in === 'query' && (parameter.required || chance.happens(0.2))) {
      const values = [value(parameter)].flat();
      for (const one of isOdd() ? [oddText(chance), ...values.slice(1)] : values) {
        draft.query.push([parameter.name, String(one)]);
      }
    } else if (parameter.in === 'path') {
      const text = isOdd() ? oddText(chance) : String(value(parameter));
      draft.path = draft.path.replace(`{${parameter.name}}`, () => encoded(text, chance.happens(0.8)));
    } else if (parameter.in === 'header' && !chance.happens(0.05)) {
      draft.headers.push([parameter.name, isOdd() ? oddText(chance) : String(value(parameter))]);
    }
  }
  const schema = operation.requestBody?.content['application/json']?.schema;
  if (schema) {
    let body = fitting(schema, '', { document, chance, right });
    for (let spoils = chance.whole(3); spoils > 0; spoils -= 1) body = spoilt(body, chance);
    draft.headers.push(['content-type', 'application/json']);
    draft.body = chance.happens(0.08) ? brokenBody(body, chance) : Buffer.from(jsonOf(body));
  }
  return draft;
}
