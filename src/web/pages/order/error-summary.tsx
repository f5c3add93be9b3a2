import { useFormContext } from 'react-hook-form';
import { errorCode, useFieldMessage } from '../../ui/form/use-field-message.ts';
import { useTranslations } from '../../words.tsx';
import type { FieldPath, OrderFields } from './use-order-form.ts';

/** The fields of the form in their order, with the words that name them. */
const fields = [
  ['customer.name', 'name'],
  ['customer.email', 'email'],
  ['customer.phone', 'phone'],
  ['company.name', 'companyName'],
  ['company.regCode', 'regCode'],
  ['company.vatNumber', 'vatNumber'],
  ['branch', 'branch'],
  ['fulfilment', 'fulfilment'],
  ['plate', 'plate'],
  ['note', 'note'],
  ['paymentMethod', 'paymentMethod'],
  ['acceptTerms', 'terms'],
] as const satisfies readonly (readonly [FieldPath, string])[];

/** What is still missing or wrong, each line a way to its field. */
export function ErrorSummary() {
  const t = useTranslations('order');
  const { errors } = useFormContext<OrderFields>().formState;
  return (
    <div className="border-s-4 border-bad bg-sheet p-4">
      <h2 className="font-semibold">{t('errorsTitle')}</h2>
      <ul className="mt-1">
        {fields.map(([path, word]) => {
          const code = errorCode(errors, path);
          return code && <Line key={path} path={path} label={t(word)} code={code} />;
        })}
      </ul>
    </div>
  );
}

function Line({ path, label, code }: { path: string; label: string; code: string }) {
  const message = useFieldMessage(code, label);
  return (
    <li>
      <a href={`#field-${path.replaceAll('.', '-')}`} className="inline-flex min-h-9 items-center underline">
        {label}: {message}
      </a>
    </li>
  );
}
