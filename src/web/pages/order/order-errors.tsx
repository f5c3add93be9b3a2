import { useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { ApiError } from '../../client/api-client.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { type Advise, errorCode, fieldId, useFieldMessage } from '../../ui/form/form-fields.tsx';
import { PageLink } from '../../ui/links.tsx';
import type { FieldPath, OrderFields } from './order-fields.ts';

const fields = [
  ['customer.name', 'name'],
  ['customer.email', 'email'],
  ['customer.phone', 'phone'],
  ['company.name', 'companyName'],
  ['company.regCode', 'regCode'],
  ['company.vatNumber', 'vatNumber'],
  ['company.address', 'companyAddress'],
  ['branch', 'branch'],
  ['fulfilment', 'fulfilment'],
  ['fitting.vehicle', 'vehicle'],
  ['fitting.at', 'fittingTime'],
  ['plate', 'plate'],
  ['note', 'note'],
  ['paymentMethod', 'paymentMethod'],
  ['acceptTerms', 'terms'],
] as const satisfies readonly (readonly [FieldPath, string])[];

const advisedCodes = ['required', 'email', 'phone', 'plate', 'regCode', 'vatNumber'];

/** Returns a function that gives advice about an empty or malformed field; null for other errors and optional texts. */
export function useAdvice(): Advise {
  const t = useTranslations('order.advice');
  return (field, code) => {
    const key = fields.find(([path]) => path === field)?.[1];
    const isOptionalText = key === 'note' || key === 'companyAddress';
    return key && !isOptionalText && advisedCodes.includes(code) ? t(key) : null;
  };
}

export function ErrorSummary() {
  const t = useTranslations('order');
  const adviceOn = useAdvice();
  const { errors } = useFormContext<OrderFields>().formState;
  return (
    <div className="border-s-4 border-bad bg-sheet p-4">
      <h2 className="font-semibold">{t('errorsTitle')}</h2>
      <ul className="mt-1">
        {fields.map(([path, labelKey]) => {
          const code = errorCode(errors, path);
          return (
            code && <ErrorLine key={path} path={path} label={t(labelKey)} code={code} advice={adviceOn(path, code)} />
          );
        })}
      </ul>
    </div>
  );
}

type LineProps = { path: string; label: string; code: string; advice: string | null };

function ErrorLine({ path, label, code, advice }: LineProps) {
  const message = useFieldMessage(code, label);
  return (
    <li>
      <a href={`#${fieldId(path)}`} className="inline-flex min-h-11 items-center py-1 underline">
        {advice ?? `${label}: ${message}`}
      </a>
    </li>
  );
}

const codesWithText = [
  'price-changed',
  'out-of-stock',
  'slot-taken',
  'too-many-open-orders',
  'too-many-appointments',
  'too-many-requests',
  'in-progress',
  'validation',
] as const;

export function Refusal({ error }: { error: ApiError }) {
  const t = useTranslations('refusal');
  const { phones } = usePageContext().shopConfig;
  const concernsCart = error.code === 'price-changed' || error.code === 'out-of-stock' || concernsItems(error);
  const key = concernsItems(error) ? 'items' : codesWithText.find((code) => code === error.code);
  const isTimeTaken = error.code === 'slot-taken';
  const hasNoResponse = error.status === 0;
  const isResultUnknown = hasNoResponse || error.code === 'in-progress';
  const keyOfOtherCodes = hasNoResponse ? 'noAnswer' : 'fault';
  return (
    <div className="mt-3 border-s-4 border-bad bg-sheet p-4 first:mt-0">
      <h2 className="font-semibold">{t(isResultUnknown ? 'unconfirmedTitle' : 'title')}</h2>
      <p className="mt-1">{t(key ?? keyOfOtherCodes, { phone: phones[0] })}</p>
      {isTimeTaken && (
        <p className="mt-2">
          <a href="#field-fitting-at" className="inline-flex min-h-11 items-center font-semibold underline">
            {t('chooseTime')}
          </a>
        </p>
      )}
      {concernsCart && (
        <p className="mt-2">
          <PageLink to="cart" className="inline-flex min-h-11 items-center font-semibold underline">
            {t('toCart')}
          </PageLink>
        </p>
      )}
    </div>
  );
}

function concernsItems({ problem }: ApiError): boolean {
  return problem.errors?.some(({ path }) => path.startsWith('items')) ?? false;
}
