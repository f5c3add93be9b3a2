import { MapPin } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useShop } from '../shop-context.tsx';
import { BranchContact } from '../ui/branch-contact.tsx';
import { Dialog, openDialog } from '../ui/dialog.tsx';

/** One button for each branch, each opening where it is and when it is open. */
export function BranchButtons() {
  const t = useTranslations('branch');
  const { facts } = useShop();
  return facts.branches.map((branch) => (
    <div key={branch.id} className="hidden sm:block">
      <button
        type="button"
        className="flex min-h-11 items-center gap-1 px-2 hover:underline"
        aria-haspopup="dialog"
        onClick={() => openDialog(`branch-${branch.id}`)}
      >
        <MapPin size={16} aria-hidden />
        {branch.name}
      </button>
      <Dialog id={`branch-${branch.id}`} title={t('title', { branch: branch.name })}>
        <BranchContact branch={branch} />
      </Dialog>
    </div>
  ));
}
