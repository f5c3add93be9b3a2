import * as z from 'zod/mini';
import { abortWith, note } from '../../plain-text.ts';
import { company, customer, item, orderForm, pieceCount, plate } from '../place/order-form.ts';

const { id: tireId, price } = item.shape;
const { name, email, phone } = customer.shape;
const { branch, fulfilment } = orderForm.shape;

/** Absent fields stay unchanged. */
const change = z.object(
  {
    /** New, lower counts. 0 removes the tire. */
    counts: z._default(
      z.array(z.object({ id: tireId, count: pieceCount(0) })).check(z.maxLength(50, abortWith('max'))),
      [],
    ),
    /** `count`: by default all pieces that are not handed over. `price`: the price that the buyer saw, in euros. */
    swaps: z._default(
      z
        .array(
          z.object({
            from: tireId,
            to: tireId,
            count: z.optional(pieceCount(1)),
            price: z.optional(price),
          }),
        )
        .check(z.maxLength(50, abortWith('max'))),
      [],
    ),
    branch: z.optional(branch),
    fulfilment: z.optional(fulfilment),
    plate: z.optional(plate),
    customer: z._default(
      z.object({ name: z.optional(name), email: z.optional(email), phone: z.optional(phone) }, { error: 'invalid' }),
      {},
    ),
    company: z.optional(z.nullable(company)),
    note: z.optional(note),
  },
  { error: 'required' },
);

/** The body of `POST /v1/orders/{number}/changes`. `seen`: the id of the order's newest event, from a dry run; the change is refused if there is a newer one, apart from those of payment attempts that book no money. */
export const changeForm = z
  .extend(change, {
    dryRun: z._default(z.boolean({ error: 'invalid' }), false),
    seen: z.optional(z.number().check(z.int())),
  })
  .register(z.globalRegistry, { id: 'ChangeForm' });

export type ChangeForm = z.infer<typeof changeForm>;

/** `neverDearer`: if the new tire costs more than the old one, it gets the price of the old one. */
export type Swap = ChangeForm['swaps'][number] & { neverDearer?: true };

export type OrderChange = Omit<ChangeForm, 'swaps' | 'dryRun' | 'seen'> & { swaps: readonly Swap[] };
