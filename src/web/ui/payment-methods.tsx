import { type FocusEventHandler, type ReactNode, type Ref, useId } from 'react';
import { useTranslations } from 'use-intl';
import type { PaymentMethod } from '../../shop/payment/provider.ts';

type Props = {
  legend: string;
  methods: readonly PaymentMethod[];
  chosen: string;
  onChoose: (id: string) => void;
  onBlur?: FocusEventHandler<HTMLInputElement>;
  inputRef?: Ref<HTMLInputElement>;
  /** The error message that describes the group. Its id must be `field-paymentMethod-error`. */
  error?: ReactNode;
};

const otherGroups = ['card', 'pay_later', 'transfer', 'branch'] as const;

export function PaymentMethods({ legend, methods, chosen, onChoose, onBlur, inputRef, error }: Props) {
  const t = useTranslations('payment');
  const bankDescriptionId = useId();
  const banks = methods.filter(({ group }) => group === 'bank');
  const otherMethods = otherGroups.flatMap((otherGroup) => methods.filter(({ group }) => group === otherGroup));
  const firstMethodId = (banks[0] ?? otherMethods[0])?.id;

  function option(method: PaymentMethod, layoutClass: string, text: ReactNode) {
    return (
      <label key={method.id} className={`choice-card gap-3 ${layoutClass}`}>
        <input
          type="radio"
          id={method.id === firstMethodId ? 'field-paymentMethod' : undefined}
          name="paymentMethod"
          value={method.id}
          ref={inputRef}
          onBlur={onBlur}
          checked={chosen === method.id}
          onChange={() => onChoose(method.id)}
          className="choice"
        />
        {text}
      </label>
    );
  }

  return (
    <fieldset
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a fieldset may be one (ARIA in HTML)
      role="radiogroup"
      aria-required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? 'field-paymentMethod-error' : undefined}
      className="grid gap-4"
    >
      <legend className="mb-2 font-semibold">{legend}</legend>
      {banks.length > 0 && (
        <fieldset aria-describedby={bankDescriptionId}>
          <legend className="max-sm:mb-1">{t('bank.label')}</legend>
          <p id={bankDescriptionId} className="mb-2 text-s text-quiet max-sm:sr-only">
            {t('bank.description')}
          </p>
          <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
            {banks.map((bank) =>
              option(
                bank,
                'flex min-h-12 items-center p-3 sm:min-h-14',
                <span className="min-w-0 font-semibold">{bank.label}</span>,
              ),
            )}
          </div>
        </fieldset>
      )}
      <div className="grid gap-2">
        {otherMethods.map((method) =>
          option(
            method,
            'flex p-3 sm:p-4',
            <span className="min-w-0">
              <span className="block font-semibold">{method.label}</span>
              <span className="block text-s text-quiet">{method.description}</span>
            </span>,
          ),
        )}
      </div>
      {error}
    </fieldset>
  );
}
