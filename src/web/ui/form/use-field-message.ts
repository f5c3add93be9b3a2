import { type FieldErrors, type FieldValues, get, type Path } from 'react-hook-form';
import type { FieldCode } from '../../../shop/checkout/order-form.ts';
import { useTranslations } from '../../words.tsx';

const worded = ['required', 'email', 'phone', 'plate', 'hidden', 'link', 'minLength', 'maxLength', 'integer'] as const;

/** A field's refusal in words; codes without words of their own say `{field} is not valid`. */
export function useFieldMessage(code: string | undefined, field: string): string | null {
  const t = useTranslations('validation');
  if (!code) return null;
  const known = worded.find((word) => word === (code as FieldCode));
  return known ? t(known) : t('default', { field });
}

/** The code with which a field was refused, if it was. */
export function errorCode<F extends FieldValues>(errors: FieldErrors<F>, path: Path<F>): string | undefined {
  return (get(errors, path) as { message?: string } | undefined)?.message;
}
