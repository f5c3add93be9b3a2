import type { Branch } from '../../shop/shop-facts.ts';
import { useTranslations } from '../words.tsx';
import { BranchHours } from './branch-hours.tsx';

/** Address, phone, hours and map of a branch. */
export function BranchContact({ branch }: { branch: Branch }) {
  const t = useTranslations('branch');
  return (
    <address className="not-italic">
      <p>
        {branch.street}, {branch.postalCode} {branch.city}
      </p>
      <p>
        <a
          href={`tel:${branch.phone.replaceAll(' ', '')}`}
          className="tabular inline-flex min-h-11 items-center font-semibold underline"
        >
          {branch.phone}
        </a>
      </p>
      <p>
        <BranchHours />
      </p>
      <p>{t('weekends')}</p>
      <p className="no-print">
        <a href={branch.map} target="_blank" rel="noopener" className="inline-flex min-h-11 items-center underline">
          {t('map')}
        </a>
      </p>
    </address>
  );
}
