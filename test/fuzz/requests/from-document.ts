import { type KnownData, paymentMethods } from '../known.ts';
import { type Chance, uuid } from './chance.ts';
import { type Draft, encoded } from './draft.ts';
import { malformedBody, mutated } from './mutate.ts';
import { oddText } from './odd-texts.ts';
import { jsonOf } from './odd-values.ts';
import { type Parameter, type ValidValue, valueOfSchema } from './schema.ts';

/** Valid values that a schema cannot define, by name. Number, token and e-mail address are those of one order. */
function validValues({ tires, manufacturers, orders }: KnownData, chance: Chance): ValidValue {
  const order = chance.pick(orders);
  const lines = () =>
    Array.from({ length: 1 + chance.integerBelow(2) }, () => ({
      ...chance.pick(tires),
      count: 1 + chance.integerBelow(4),
    })).map(({ id, price, count }) => ({ id, count, price }));
  const valid: Record<string, () => unknown> = {
    id: () => chance.pick(tires).id,
    manufacturer: () =>
      chance.happens(0.6) ? chance.pick(manufacturers) : [chance.pick(manufacturers), chance.pick(manufacturers)],
    speed: () => chance.pick(['H', 'V', 'T']),
    branch: () => chance.pick(['ringtee', 'annelinn']),
    number: () => order.number,
    'order-token': () => order.token,
    'idempotency-key': () => (chance.happens(0.15) ? order.key : uuid(chance)),
    'device-id': () => chance.pick(['abcdefghABCDEF12', 'zyxwvutsZYXWVU98']),
    email: () => (chance.happens(0.5) ? order.email : `mari${chance.integerBelow(1e9)}@example.com`),
    phone: () => '+372 5123 4567',
    regCode: () => '12345678',
    vatNumber: () => chance.pick(['', 'EE100421628']),
    plate: () => chance.pick([null, '123 ABC']),
    paymentMethod: () => chance.pick(paymentMethods),
    items: () => (chance.happens(0.3) ? order.items : lines()),
  };
  return (name, _chance) => valid[name]?.();
}

/** A request to an endpoint of the OpenAPI document, valid or with some hostile values. */
export function fromDocument(known: KnownData, chance: Chance): Draft {
  const { document } = known;
  const endpoints = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const { path, method, operation } = chance.pick(endpoints);
  const validValue = validValues(known, chance);
  const value = ({ name, schema }: Parameter) =>
    valueOfSchema(schema, name.toLowerCase(), { document, chance, validValue });
  const isOdd = () => chance.happens(0.12);
  const draft: Draft = { endpoint: `${method} ${path}`, method, path, query: [], headers: [], body: null };
  for (const parameter of operation.parameters ?? []) {
    if (parameter.in === 'query' && (parameter.required || chance.happens(0.2))) {
      const values = [value(parameter)].flat();
      for (const queryValue of isOdd() ? [oddText(chance), ...values.slice(1)] : values) {
        draft.query.push([parameter.name, String(queryValue)]);
      }
    } else if (parameter.in === 'path') {
      const text = isOdd() ? oddText(chance) : String(value(parameter));
      draft.path = draft.path.replace(`{${parameter.name}}`, () => encoded(text, { encodesAll: chance.happens(0.8) }));
    } else if (parameter.in === 'header' && !chance.happens(0.05)) {
      draft.headers.push([parameter.name, isOdd() ? oddText(chance) : String(value(parameter))]);
    }
  }
  const schema = operation.requestBody?.content['application/json']?.schema;
  if (schema) {
    let body = valueOfSchema(schema, '', { document, chance, validValue });
    for (let mutations = chance.integerBelow(3); mutations > 0; mutations -= 1) body = mutated(body, chance);
    draft.headers.push(['content-type', 'application/json']);
    draft.body = chance.happens(0.08) ? malformedBody(body, chance) : Buffer.from(jsonOf(body));
  }
  return draft;
}
