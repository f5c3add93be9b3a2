import { z } from 'zod';
import { isStorable } from '../../shop/plain-text.ts';
import type { ActResult } from '../act.ts';
import type { DeskContext } from '../context.ts';

export const storable = (schema: z.ZodString) => schema.refine(isStorable, { error: 'invalid' });
export const branch = storable(z.string().max(40));
export const tireId = storable(z.string().min(1).max(200));
export const reason = storable(z.string().trim().min(1, { error: 'required' }).max(200, { error: 'maxLength' }));
export const text = (max: number) => z.string().trim().max(max, { error: 'maxLength' }).default('');

export const isBranch = ({ shop }: DeskContext, branchId: string): boolean =>
  shop.shopConfig.branches.some(({ id }) => id === branchId);

export const unknownBranch: ActResult = { ok: false, reason: 'invalid', errors: [{ path: 'branch', code: 'unknown' }] };
