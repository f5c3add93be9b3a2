import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { isCompleteLabel } from '../../../shop/catalog/tire/label.ts';
import { fullSize, tireName } from '../../../shop/catalog/tire/tire.ts';
import { Dialog, openDialog } from '../dialog.tsx';
import { LabelDrawing, LabelSources } from './label-drawing.tsx';
import type { LabelDialogProps } from './open-label.ts';

const id = 'eu-label';

export function LabelDialog({ tire, onClose }: LabelDialogProps) {
  const t = useTranslations('label');
  const { label } = tire;
  useEffect(() => openDialog(id), []);
  if (!isCompleteLabel(label)) return null;
  return (
    <Dialog id={id} title={t('title')} onClose={onClose}>
      <p className="-mt-2 mb-4">
        {tireName(tire)} <span className="tabular block font-semibold">{fullSize(tire)}</span>
      </p>
      <LabelDrawing id={tire.id} label={label} className="mx-auto w-full max-w-75" />
      <LabelSources label={label} />
    </Dialog>
  );
}
