import { z } from 'zod';

/** A way to pay as the checkout lists it. */
export const paymentMethod = z
  .object({
    id: z.string(),
    label: z.string(),
    /** `offline`: paid outside the shop; `redirect`: the buyer is sent to a provider. */
    kind: z.enum(['offline', 'redirect']),
    group: z.enum(['branch', 'transfer', 'bank', 'card', 'pay_later']),
    logo: z.string().nullable(),
    description: z.string(),
  })
  .meta({ id: 'PaymentMethod' });

export type PaymentMethod = z.infer<typeof paymentMethod>;
