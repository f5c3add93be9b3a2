import type { Chance } from './chance.ts';

/** The part of JSON Schema that the shop's document uses. */
export type Schema = {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
};

export type Parameter = { name: string; in: 'query' | 'path' | 'header'; required?: boolean; schema: Schema };

export type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};

export type ApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** Returns a valid value for the field or parameter of this name; undefined: any value of the schema is valid. */
export type ValidValue = (name: string, chance: Chance) => unknown;

type Source = { document: ApiDocument; chance: Chance; validValue: ValidValue };

/** A value that matches a schema. `name`: the name of the field or parameter. */
export function valueOfSchema(schema: Schema, name: string, source: Source): unknown {
  const { document, chance, validValue } = source;
  if (schema.$ref)
    return valueOfSchema(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, name, source);
  const valid = validValue(name, chance);
  if (valid !== undefined) return valid;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return chance.pick(schema.enum);
  if (schema.anyOf) return valueOfSchema(chance.pick(schema.anyOf), name, source);
  if (schema.type === 'object') {
    const { properties = {}, required = [] } = schema;
    const present = Object.entries(properties).filter(([field]) => required.includes(field) || chance.happens(0.7));
    return Object.fromEntries(present.map(([field, inner]) => [field, valueOfSchema(inner, field, source)]));
  }
  if (schema.type === 'array') {
    return Array.from({ length: 1 + chance.integerBelow(3) }, () => valueOfSchema(schema.items ?? {}, name, source));
  }
  if (schema.type === 'number' || schema.type === 'integer') return numberIn(schema, chance);
  if (schema.type === 'boolean') return chance.happens(0.5);
  if (schema.type === 'null') return null;
  return 'Mari';
}

function numberIn({ minimum = 0, maximum = 1000, multipleOf = 1 }: Schema, { integerBelow }: Chance): number {
  const steps = integerBelow(Math.floor((maximum - minimum) / multipleOf) + 1);
  return Number((minimum + steps * multipleOf).toFixed(2));
}
