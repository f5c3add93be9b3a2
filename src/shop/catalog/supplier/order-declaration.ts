import { z } from 'zod';
import { isGln } from '../../check-digits.ts';
import { localeIds } from '../../locale.ts';
import { fieldName, headerName, httpsUrl, keySettings, wholeNumber } from './access.ts';

export const orderDays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;
export const defaultListLagHours = 24;

const terms = {
  /** Until when the supplier accepts orders on a day, `HH:MM` in Europe/Tallinn. The purchase is sent at this time. */
  cutOff: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time, such as 15:30' }),
  /** Days on which the supplier takes orders; absent: all working days. */
  days: z
    .array(z.enum(orderDays, { error: `must be ${orderDays.join(', ')}` }))
    .min(1, { error: 'must have a day' })
    .optional(),
  /** Hours after the confirmation of a purchase until the supplier's lists no longer count its tires as stock. */
  listLagHours: wholeNumber(0, 720).default(defaultListLagHours),
  /** The fewest tires that the supplier takes in one order; absent: any number. */
  minPieces: wholeNumber(1, 1000).optional(),
  /** Euros without VAT from which the supplier charges no freight. A smaller purchase waits unless a promised day would be missed. */
  freeFreightFrom: z.number().positive({ error: 'must be euros without VAT' }).optional(),
  /** `by-click`: an employee sends each purchase, and the owner gets a mail three hours before its cut-off. */
  send: z.enum(['at-cut-off', 'by-click'], { error: 'must be at-cut-off or by-click' }).default('at-cut-off'),
  /** Whether tires are purchased for an unpaid order that is paid at the branch. `up-to:400`: only if at most 400 euros are unpaid. */
  unpaid: z
    .string()
    .regex(/^(always|never|up-to:[1-9]\d{0,5})$/, { error: 'must be always, never or up-to:400 (euros)' })
    .default('always'),
};

/** `list`: a mail with a CSV and a PDF file. */
const byList = z.strictObject({
  by: z.literal('list'),
  email: z.email({ error: 'must be an e-mail address' }),
  /** The language of the mail; absent: Estonian. */
  language: z.enum(localeIds, { error: `must be ${localeIds.join(', ')}` }).optional(),
  ...terms,
});

const access = {
  url: httpsUrl,
  /** The PUBLIC_URL of the shop that may order: a copy of the shop, such as a test system, orders nothing. */
  onlyAt: z.url({ error: 'must be the PUBLIC_URL of the shop' }),
  /** How the secret in SUPPLIER_<ID>_ORDER_KEY is sent; absent: the supplier needs none. */
  login: keySettings.optional(),
  /** The header that has the further key in SUPPLIER_<ID>_API_KEY. */
  apiKey: headerName.optional(),
};

const party = z
  .tuple([
    z.string().regex(/^[\x21-\x7e]{1,17}$/, { error: 'must be a number of at most 17 characters' }),
    z.literal([9, 91, 92], { error: 'must be 9 for a GLN, 91 for the supplier’s number or 92 for ours' }),
  ])
  .refine(([number, agency]) => agency !== 9 || isGln(number), {
    error: 'must be a GLN: 13 digits with a check digit',
  });

/** EDIWheel, the XML interface of tire makers. `status` and `inquiry` absent: the supplier offers none. */
const byEdiwheel = z.strictObject({
  by: z.literal('ediwheel'),
  norm: z.enum(['A2.5', 'C1.0'], { error: 'must be A2.5 or C1.0' }),
  /** Whether child elements have the namespace prefix (`<ew:OrderLine>`), as the supplier's sample files show. */
  qualified: z.boolean().default(false),
  status: httpsUrl.optional(),
  inquiry: httpsUrl.optional(),
  buyer: party,
  /** Our number of each branch at the supplier. */
  consignee: z.record(z.string(), party),
  ...access,
  ...terms,
});

/** A text that is only `{{name}}` becomes the value of this name; a longer text gets the value inserted. A list whose first item is `{{#lines}}` repeats its other items for each line. */
export type Template = string | number | boolean | null | Template[] | { [name: string]: Template };

const template: z.ZodType<Template> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(template), z.record(z.string(), template)]),
);

const translationTo = <W extends string>(allowed: readonly [W, ...W[]]) =>
  z.record(z.string(), z.enum(allowed, { error: `must be ${allowed.join(', ')}` }));

/** The paths of values in the answer, such as `data.number`. `state`: the supplier's word for the state of the order, which `states` translates;
 * an unknown word makes the answer unclear. The state `confirmed` confirms all lines. `number`: the supplier's number of the order; `reference`: ours; `date`: when the tires arrive; `reason`: a text for people. */
const answer = z.strictObject({
  state: fieldName,
  states: translationTo(['accepted', 'confirmed', 'rejected', 'unknown']),
  number: fieldName.optional(),
  reference: fieldName.optional(),
  date: fieldName.optional(),
  reason: fieldName.optional(),
  /** `at`: the path of a list; the other paths begin at its items. Without `count`, an item is about all pieces of its line. */
  lines: z
    .strictObject({
      at: z.string(),
      sku: fieldName.optional(),
      ean: fieldName.optional(),
      state: fieldName,
      states: translationTo(['open', 'confirmed', 'backordered', 'refused']),
      count: fieldName.optional(),
      date: fieldName.optional(),
      reason: fieldName.optional(),
    })
    .refine(({ sku, ean }) => sku !== undefined || ean !== undefined, { error: 'must have sku or ean' })
    .optional(),
});

/** Any other interface that takes an order as JSON or as a form, and answers with JSON. */
const byHttp = z.strictObject({
  by: z.literal('http'),
  as: z.enum(['json', 'form'], { error: 'must be json or form' }),
  body: template,
  headers: z.record(headerName, z.string().regex(/^[\x20-\x7e]*$/)).optional(),
  answer,
  /** The address that answers a GET with the state of an order; `{{reference}}` is our reference. `answer` absent: the same paths as in the answer to the order. */
  status: z.strictObject({ url: httpsUrl, answer: answer.optional() }).optional(),
  /** Our number of each branch at the supplier. */
  consignee: z.record(z.string(), z.string().min(1)),
  ...access,
  ...terms,
});

export const orderDeclaration = z.discriminatedUnion('by', [byList, byEdiwheel, byHttp], {
  error: 'must be list, ediwheel or http',
});

export type Party = z.output<typeof party>;
export type EdiwheelDeclaration = z.output<typeof byEdiwheel>;
export type HttpDeclaration = z.output<typeof byHttp>;
/** A supplier's interface that takes orders over HTTP, not by mail. */
export type OrderInterfaceDeclaration = EdiwheelDeclaration | HttpDeclaration;
