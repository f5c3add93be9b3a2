import { z } from 'zod';
import { product } from './product.ts';
import { idPattern } from './product-id.ts';

/** `GET /v1/related`: which tire is being looked at. */
export const relatedQuery = z.strictObject({ id: z.string().regex(idPattern) });

/** What else somebody who looks at a tire may want; only what can be bought. */
export const relatedTires = z
  .object({
    /** Other sizes of this model, by diameter, width and profile. */
    sizes: z.array(product),
    /** Cheaper tires that can replace this one, by price. */
    cheaper: z.array(product),
    /** Quieter tires that can replace this one, the quietest first. */
    quieter: z.array(product),
  })
  .meta({ id: 'RelatedTires' });

export type RelatedTires = z.infer<typeof relatedTires>;
