import { z } from 'zod';

export const paymentMethod = z
  .object({
    id: z.string(),
    label: z.string(),
    /** `redirect`: paid on a provider's page. */
    kind: z.enum(['offline', 'redirect']),
    group: z.enum(['branch', 'transfer', 'bank', 'card', 'pay_later']),
    logo: z.string().nullable(),
    description: z.string(),
  })
  .meta({ id: 'PaymentMethod' });

export type PaymentMethod = z.infer<typeof paymentMethod>;
