import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from 'react-aria-components';
import type { Refused } from '../../client/api.ts';
import { useTexts } from '../../client/texts.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { hasErrorAt } from '../../ui/problem.tsx';

export const emptyBuyer = {
  name: '',
  phone: '',
  email: '',
  company: '',
  regCode: '',
  vatNumber: '',
  address: '',
  note: '',
};

type Buyer = typeof emptyBuyer;

export const buyerRequestFields = ({ name, phone, email, company, regCode, vatNumber, address, note }: Buyer) => ({
  customer: { name, phone, email },
  company: company === '' ? null : { name: company, regCode, vatNumber, address },
  note,
});

type Props = {
  buyer: Buyer;
  onChange: (buyer: Buyer) => void;
  refused: Refused | null;
  /** False: name and phone are among the optional fields, which are in a closed disclosure. */
  requiresNameAndPhone: boolean;
};

export function BuyerFields({ buyer, onChange, refused, requiresNameAndPhone }: Props) {
  const t = useTexts('sell');
  const field = (name: keyof Buyer, errorPath: string, inputMode?: 'tel' | 'email') => (
    <Field
      label={t(name)}
      value={buyer[name]}
      onChange={(value) => onChange({ ...buyer, [name]: value })}
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
      <Field label={t('note')} value={buyer.note} onChange={(note) => onChange({ ...buyer, note })} maxLength={500} />
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
