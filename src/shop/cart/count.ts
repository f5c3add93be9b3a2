import type { FieldErrorCode } from '../plain-text.ts';

type CountReading =
  | { ok: true; count: number }
  | { ok: false; code: Extract<FieldErrorCode, 'required' | 'integer' | 'min' | 'max'> };

export function readCount(text: string, max: number): CountReading {
  const trimmed = text.trim();
  if (trimmed === '') return { ok: false, code: 'required' };
  const count = Number(trimmed.replace(',', '.'));
  if (!Number.isSafeInteger(count)) return { ok: false, code: 'integer' };
  if (count < 1) return { ok: false, code: 'min' };
  return count > max ? { ok: false, code: 'max' } : { ok: true, count };
}
