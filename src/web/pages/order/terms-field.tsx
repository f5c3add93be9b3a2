import { useFormContext } from 'react-hook-form';
import { useFieldMessage } from '../../ui/form/use-field-message.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { useTranslations } from '../../words.tsx';
import type { OrderFields } from './use-order-form.ts';

export function TermsField() {
  const t = useTranslations('order');
  const { watch, setValue, formState } = useFormContext<OrderFields>();
  const message = useFieldMessage(formState.errors.acceptTerms?.message, t('terms'));
  return (
    <div>
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          id="field-acceptTerms"
          className="choice"
          checked={watch('acceptTerms') ?? false}
          aria-required
          aria-invalid={message ? true : undefined}
          aria-describedby={message ? 'field-acceptTerms-error' : undefined}
          onChange={(event) =>
            // The schema knows only `true`; anything else is refused as missing.
            setValue('acceptTerms', event.target.checked as true, { shouldValidate: true })
          }
        />
        <span>
          {t.rich('accept', {
            buy: (text) => (
              <PageLink to="faq-buy" className="underline">
                {text}
              </PageLink>
            ),
            warranty: (text) => (
              <PageLink to="faq-warranty" className="underline">
                {text}
              </PageLink>
            ),
            policy: (text) => (
              <PageLink to="faq-policy" className="underline">
                {text}
              </PageLink>
            ),
          })}
        </span>
      </label>
      {message && (
        <p id="field-acceptTerms-error" className="mt-1 text-s font-semibold text-bad">
          {message}
        </p>
      )}
    </div>
  );
}
