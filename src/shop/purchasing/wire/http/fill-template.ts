import type { Template } from '../../../catalog/supplier/order-declaration.ts';
import type { OrderedTire } from '../../order-terms.ts';
import type { SupplierOrder } from '../supplier-answer.ts';

/** `consignee`: the number by which the supplier knows our branch. */
export type TemplateOrder = SupplierOrder & { consignee: string };

type Values = Record<string, string | number | null>;

const orderNames = ['reference', 'consignee', 'date'] as const;
const lineNames = ['sku', 'ean', 'count', 'name', 'size'] as const;
const placeholder = /\{\{([^{}]*)\}\}/g;
const linesMark = '{{#lines}}';

/**
 * Fills in a template:
 * - A text that is only a placeholder becomes its value: a number stays a number, and a missing `{{ean}}` is null.
 * - In a longer text, each placeholder becomes a text: a missing `{{ean}}` is empty.
 * - If `{{#lines}}` is the first item of an array, the other items are repeated for each tire.
 */
export function fillTemplate(template: Template, order: TemplateOrder): Template {
  return fill(template, valuesOf(order), order.lines);
}

export function fillAddress(address: string, order: TemplateOrder): string {
  return replaceIn(address, valuesOf(order), (value) => encodeURIComponent(value));
}

function valuesOf({ reference, consignee, requestedOn }: TemplateOrder): Values {
  return { reference, consignee, date: requestedOn };
}

function valuesOfLine({ supplierSku, ean, count, title, size }: OrderedTire): Values {
  return { sku: supplierSku, ean, count, name: title, size };
}

function fill(template: Template, values: Values, lines: readonly OrderedTire[]): Template {
  if (typeof template === 'string') {
    const [, placeholderName] = /^\{\{([^{}]*)\}\}$/.exec(template) ?? [];
    if (placeholderName !== undefined) return values[placeholderName] ?? null;
    return replaceIn(template, values, (value) => value);
  }
  if (Array.isArray(template)) {
    const [first, ...items] = template;
    if (first !== linesMark) return template.map((item) => fill(item, values, lines));
    const fillForLine = (line: OrderedTire) =>
      // Without lines, so that another `{{#lines}}` array inside this one is empty.
      items.map((item) => fill(item, { ...values, ...valuesOfLine(line) }, []));
    return lines.flatMap(fillForLine);
  }
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, fill(value, values, lines)]));
}

/** Replaces each placeholder once: a value that looks like a placeholder stays as it is. */
function replaceIn(text: string, values: Values, encode: (value: string) => string): string {
  return text.replace(placeholder, (_, name: string) => encode(String(values[name] ?? '')));
}

/** Returns the unknown placeholders of a template, and those of a line outside a `{{#lines}}` array. */
export function unknownPlaceholders(template: Template, knownNames: readonly string[] = orderNames): string[] {
  if (typeof template === 'string')
    return [...template.matchAll(placeholder)].flatMap(([text, name = '']) =>
      knownNames.includes(name) ? [] : [text],
    );
  if (Array.isArray(template)) {
    const [first, ...items] = template;
    if (first === linesMark) return items.flatMap((item) => unknownPlaceholders(item, [...knownNames, ...lineNames]));
    return template.flatMap((item) => unknownPlaceholders(item, knownNames));
  }
  if (typeof template !== 'object' || template === null) return [];
  return Object.values(template).flatMap((value) => unknownPlaceholders(value, knownNames));
}

/** Writes a filled template as the fields of an HTML form: `products[0][ean]=…`. Null becomes an empty text. */
export function formText(filled: Template): string {
  const form = new URLSearchParams();
  const add = (name: string, value: Template) => {
    if (typeof value !== 'object' || value === null) return form.append(name, value === null ? '' : String(value));
    for (const [key, inner] of Object.entries(value)) add(name === '' ? key : `${name}[${key}]`, inner);
  };
  add('', filled);
  return form.toString();
}
