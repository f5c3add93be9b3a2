import { useEffect } from 'react';
import { isWhole } from '../../shop/catalog/label.ts';
import { fullSize, tireName } from '../../shop/catalog/tire.ts';
import { messagesOf } from '../build/messages.ts';
import { useShopLocale, useTranslations, WordsProvider } from '../words.tsx';
import { Dialog, openDialog } from './dialog.tsx';
import { LabelDrawing } from './label-drawing.tsx';
import { LabelSources } from './label-sources.tsx';
import type { LabelDialogProps } from './open-label.ts';

const id = 'eu-label';

/** The whole label of a tire, and where it is registered. */
export function LabelDialog(props: LabelDialogProps) {
  const locale = useShopLocale();
  return (
    // Its words have come with it, after the page's provider was made.
    <WordsProvider locale={locale} messages={messagesOf(locale)}>
      <OpenDialog {...props} />
    </WordsProvider>
  );
}

function OpenDialog({ tire, onClose }: LabelDialogProps) {
  const t = useTranslations('label');
  const { label } = tire;
  useEffect(() => openDialog(id), []);
  if (!isWhole(label)) return null;
  return (
    <Dialog id={id} title={t('title')} onClose={onClose}>
      <p className="-mt-2 mb-4">
        {tireName(tire)} <span className="tabular block font-semibold">{fullSize(tire)}</span>
      </p>
      <LabelDrawing id={tire.id} label={label} className="mx-auto w-full max-w-75" />
      <LabelSources eprelId={label.eprelId} />
    </Dialog>
  );
}
