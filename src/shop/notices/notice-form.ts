import { z } from 'zod';
import { idPattern } from '../catalog/tire/tire.ts';
import { localeIds } from '../locale.ts';
import { maxNoticePieces } from './max-notice-pieces.ts';

export const stockNoticeForm = z.object({
  tireId: z.string().regex(idPattern),
  email: z.string().trim().max(254).pipe(z.email()),
  locale: z.enum(localeIds),
  count: z.coerce.number().int().min(1).max(maxNoticePieces),
});

export type StockNoticeForm = z.infer<typeof stockNoticeForm>;
