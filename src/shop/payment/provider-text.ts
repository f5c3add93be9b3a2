import { z } from 'zod';
import { isStorable } from '../storable.ts';

/** What a provider writes of its own, an id, a reference or a state, where it can be kept and found again: ids of Stripe have at most 255 signs. */
export const providerText = z.string().max(255).refine(isStorable);
