import { z } from 'zod';
import { isStorable } from '../storable.ts';

/** An id, a reference or a state as a provider writes it, if it can be kept and found again. Stripe's ids have at most 255 signs. */
export const providerText = z.string().max(255).refine(isStorable);
