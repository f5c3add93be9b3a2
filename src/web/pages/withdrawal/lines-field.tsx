import { useFormContext } from 'react-hook-form';
import type { OrderView } from '../../../shop/order/order-view.ts';
import { useFieldMessage } from '../../ui/form/use-field-message.ts';
import { useTranslations } from '../../words.tsx';
import type { Fields } from './withdrawal-fields.ts';

/** The lines of a known order, with how many of each are given back. */
export function LinesField({ lines }: { lines: OrderView['items'] }) {
  const t = useTranslations('withdrawal');
  const { register, trigger, formState } = useFormContext<Fields>();
  const { items } = formState.errors as { items?: { message?: string } };
  const message = useFieldMessage(items?.message, t('lines'));
  return (
    <fieldset aria-describedby={message ? 'field-items-error' : undefined}>
      <legend className="mb-2 font-semibold">{t('lines')}</legend>
      <ul className="divide-y divide-line border-y border-line">
        {lines.map(({ id, title, size, count }, n) => (
          <li key={id} className="flex items-center justify-between gap-4 py-3">
            <span className="min-w-0">
              <strong>{title}</strong>
              <span className="tabular block text-s">{size}</span>
            </span>
            <select
              {...register(`counts.${n}`, { onChange: () => void trigger() })}
              aria-label={t('lineCount', { tire: `${title} ${size}` })}
              aria-invalid={message ? true : undefined}
              className="field w-auto shrink-0"
            >
              {[...Array(count + 1).keys()].map((of) => (
                <option key={of} value={`${of}`}>
                  {t('countOf', { count: `${of}` })}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
      {message && (
        <p id="field-items-error" role="alert" className="mt-1 text-s font-semibold text-bad">
          {message}
        </p>
      )}
    </fieldset>
  );
}
