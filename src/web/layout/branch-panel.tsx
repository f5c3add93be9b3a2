import { useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Branch } from '../../shop/shop-config.ts';
import { usePageContext } from '../document/page-context.tsx';
import { BranchContact, OpeningState } from '../ui/branch.tsx';
import { Dialog, opensDialog } from '../ui/dialog.tsx';
import { Icon, mapPin } from '../ui/icons.tsx';

const idOf = (branch: Branch) => `branch-${branch.id}`;

export function BranchButtons({ className = '' }: { className?: string }) {
  const { facts } = usePageContext();
  return facts.branches.map((branch) => (
    <button
      key={branch.id}
      type="button"
      className={`min-h-11 items-center gap-1.5 px-2 hover:underline ${className}`}
      aria-haspopup="dialog"
      {...opensDialog(idOf(branch))}
    >
      <Icon shape={mapPin} size={16} />
      {branch.name}
    </button>
  ));
}

export function BranchPanels() {
  const { facts } = usePageContext();
  return facts.branches.map((branch) => <BranchPanel key={branch.id} branch={branch} />);
}

function BranchPanel({ branch }: { branch: Branch }) {
  const t = useTranslations('branch');
  const [opened, setOpened] = useState(false);
  const onOpen = useCallback(() => setOpened(true), []);
  return (
    <Dialog id={idOf(branch)} title={t('title', { branch: branch.name })} onOpen={onOpen}>
      <OpeningState active={opened} />
      <BranchContact branch={branch} />
      <h3 className="mt-3 mb-1 font-semibold">{t('services')}</h3>
      <ul className="list-[square] ps-5">
        {branch.services.map((service) => (
          <li key={service}>{t(`service.${service}`)}</li>
        ))}
      </ul>
    </Dialog>
  );
}
