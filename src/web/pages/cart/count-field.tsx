import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { CartItem } from '../../../shop/cart/cart.ts';
import { readCount } from '../../../shop/cart/count.ts';
import { nameAndSize } from '../../../shop/catalog/tire/tire.ts';
import { CountStepper } from '../../ui/add-to-cart.tsx';
import { useControlRef } from '../../ui/form/select.tsx';

type Props = {
  item: CartItem;
  max: number;
  /** Whether 0 is allowed, which removes the tires. It is allowed for the front or rear tires of a set. */
  mayBeZero: boolean;
  onChange: (count: number) => void;
};

/** An invalid count stays in the field with an error message, and does not change the cart. */
export function CountField({ item, max, mayBeZero, onChange }: Props) {
  const t = useTranslations('validation');
  const [message, setMessage] = useState<string | null>(null);
  const field = useControlRef<HTMLInputElement>('value', `${item.count}`);
  const id = `count-${item.id}`;

  function put(count: number) {
    setMessage(null);
    if (field.current) field.current.value = `${count}`;
    onChange(count);
  }

  // The native `change` event comes on Enter and blur (specification, section 5). React's `onChange` is `input`.
  useEffect(() => {
    const input = field.current;
    const check = () => {
      const read = readCount(input?.value ?? '', max);
      if (read.ok) return put(read.count);
      if (mayBeZero && input?.value.trim() === '0') return onChange(0);
      const { code } = read;
      if (code === 'required' || code === 'integer') setMessage(t(code));
      else if (code === 'max') setMessage(t('atMost', { max }));
      else setMessage(t('default', { field: t('count') }));
    };
    input?.addEventListener('change', check);
    return () => input?.removeEventListener('change', check);
  });
  return (
    <div>
      <CountStepper count={item.count} max={max} tireName={nameAndSize(item)} onChange={put}>
        <input
          ref={field}
          id={id}
          defaultValue={item.count}
          inputMode="numeric"
          autoComplete="off"
          aria-label={t('count')}
          aria-invalid={message ? true : undefined}
          aria-describedby={message ? `${id}-error` : undefined}
          className="tabular h-11 w-8 text-center font-semibold"
        />
      </CountStepper>
      {message && (
        <p id={`${id}-error`} role="alert" className="mt-1 max-w-40 text-s font-semibold text-bad">
          {message}
        </p>
      )}
    </div>
  );
}
