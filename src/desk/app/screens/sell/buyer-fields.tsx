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

const emptyBuyer: Buyer = {
  name: '',
  phone: '',
  email: '',
  company: '',
  regCode: '',
  vatNumber: '',
  address: '',
  note: '',
};

export function useBuyer() {
  const [buyer, setBuyer] = useState(emptyBuyer);
  return { buyer, setField: (field: keyof Buyer) => (value: string) => setBuyer({ ...buyer, [field]: value }) };
}

export const buyerRequestFields = ({ name, phone, email, company, regCode, vatNumber, address, note }: Buyer) => ({
  customer: { name, phone, email },
  company: company === '' ? null : { name: company, regCode, vatNumber, address },
  note,
});

type Props = {
  buyer: Buyer;
  setField: (field: keyof Buyer) => (value: string) => void;
  refused: Refused | null;
  /** False: name and phone are among the optional fields, which are in a closed disclosure. */
  requiresNameAndPhone: boolean;
};

export function BuyerFields({ buyer, setField, refused, requiresNameAndPhone }: Props) {
  const t = useTexts('sell');
  const field = (name: keyof Buyer, errorPath: string, inputMode?: 'tel' | 'email') => (
    <Field
      label={t(name)}
      value={buyer[name]}
      onChange={setField(name)}
      inputMode={inputMode}
      error={hasErrorAt(refused, errorPath) ? t('checkField') : undefined}
    />
  );
  const nameAndPhone = (
    <>
      {field('name', 'customer.name')}
      {field('phone', 'customer.phone', 'tel')}
    </>
  );
  const optionalFields = (
    <div className="grid gap-3 sm:grid-cols-2">
      {!requiresNameAndPhone && nameAndPhone}
      {field('email', 'customer.email', 'email')}
      <Field label={t('note')} value={buyer.note} onChange={setField('note')} maxLength={500} />
      {field('company', 'company.name')}
      {field('regCode', 'company.regCode')}
      {field('vatNumber', 'company.vatNumber')}
      {field('address', 'company.address')}
    </div>
  );
  return (
    <div className="grid gap-3">
      {requiresNameAndPhone && <div className="grid gap-3 sm:grid-cols-2">{nameAndPhone}</div>}
      <Disclosure className="grid gap-3">
        <Heading>
          <AriaButton slot="trigger" className={buttonClass()}>
            {requiresNameAndPhone ? t('more') : t('buyerAndCompany')}
          </AriaButton>
        </Heading>
        <DisclosurePanel>{optionalFields}</DisclosurePanel>
      </Disclosure>
    </div>
  );
}
