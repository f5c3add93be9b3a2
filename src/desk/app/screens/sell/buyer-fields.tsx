import { useState } from 'react';
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from 'react-aria-components';
import type { Refused } from '../../client/api.ts';
import { useTexts } from '../../client/texts.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { hasErrorAt } from '../../ui/problem.tsx';

export type Buyer = {
  name: string;
  phone: string;
  email: string;
  company: string;
  regCode: string;
  vatNumber: string;
  address: string;
  note: string;
};

const empty: Buyer = { name: '', phone: '', email: '', company: '', regCode: '', vatNumber: '', address: '', note: '' };

export function useBuyer() {
  const [buyer, setBuyer] = useState(empty);
  return { buyer, set: (field: keyof Buyer) => (value: string) => setBuyer({ ...buyer, [field]: value }) };
}

export const buyerFields = ({ name, phone, email, company, regCode, vatNumber, address, note }: Buyer) => ({
  customer: { name, phone, email },
  company: company === '' ? null : { name: company, regCode, vatNumber, address },
  note,
});

type Props = {
  buyer: Buyer;
  set: (field: keyof Buyer) => (value: string) => void;
  refused: Refused | null;
  /** Name and phone are required; otherwise all fields are optional and folded. */
  isRequired: boolean;
};

export function BuyerFields({ buyer, set, refused, isRequired }: Props) {
  const t = useTexts('sell');
  const errorOf = (path: string) => (hasErrorAt(refused, path) ? t('checkField') : undefined);
  const person = (
    <>
      <Field label={t('name')} value={buyer.name} onChange={set('name')} error={errorOf('customer.name')} />
      <Field
        label={t('phone')}
        value={buyer.phone}
        onChange={set('phone')}
        inputMode="tel"
        error={errorOf('customer.phone')}
      />
    </>
  );
  const more = (
    <div className="grid gap-3 sm:grid-cols-2">
      {!isRequired && person}
      <Field
        label={t('email')}
        value={buyer.email}
        onChange={set('email')}
        inputMode="email"
        error={errorOf('customer.email')}
      />
      <Field label={t('note')} value={buyer.note} onChange={set('note')} maxLength={500} />
      <Field label={t('company')} value={buyer.company} onChange={set('company')} error={errorOf('company.name')} />
      <Field label={t('regCode')} value={buyer.regCode} onChange={set('regCode')} error={errorOf('company.regCode')} />
      <Field
        label={t('vatNumber')}
        value={buyer.vatNumber}
        onChange={set('vatNumber')}
        error={errorOf('company.vatNumber')}
      />
      <Field label={t('address')} value={buyer.address} onChange={set('address')} error={errorOf('company.address')} />
    </div>
  );
  return (
    <div className="grid gap-3">
      {isRequired && <div className="grid gap-3 sm:grid-cols-2">{person}</div>}
      <Disclosure className="grid gap-3">
        <Heading>
          <AriaButton slot="trigger" className={buttonClass()}>
            {isRequired ? t('more') : t('buyerAndCompany')}
          </AriaButton>
        </Heading>
        <DisclosurePanel>{more}</DisclosurePanel>
      </Disclosure>
    </div>
  );
}
