import type { Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';
import { declaration, partByLines, partInWords } from '../../../shop/checkout/withdrawal-form.ts';
import type { Locale } from '../../../shop/locale.ts';
import type { OrderView } from '../../../shop/order/order-view.ts';

/** What the visitor fills in. `counts`: one for each line of a known order, as its list writes them. */
export type Fields = {
  number: string;
  name: string;
  email: string;
  scope: 'whole' | 'part';
  counts: string[];
  note: string;
};

export type Declared = z.output<typeof declaration>;

/** Reads the fields by the shop's own rules; one code for each field that is refused. */
export function fieldsResolver(order: OrderView | null, locale: Locale): Resolver<Fields, unknown, Declared> {
  return ({ scope, counts, ...fields }) => {
    const whole = scope === 'whole';
    const chosen = order?.items.flatMap(({ id }, n) =>
      Number(counts[n]) > 0 ? [{ id, count: Number(counts[n]) }] : [],
    );
    const schema = whole ? declaration : chosen ? partByLines : partInWords;
    const read = schema.safeParse({
      ...fields,
      items: whole ? null : (chosen ?? null),
      note: whole || chosen ? '' : fields.note,
      locale,
    });
    if (read.success) return { values: read.data, errors: {} };
    const errors = read.error.issues.map(({ path, message }) => [path[0], { type: 'shop', message }] as const);
    return { values: {}, errors: Object.fromEntries(errors.reverse()) };
  };
}
