import type { ComponentType, MouseEvent } from 'react';
import { create } from 'zustand';
import type { Product } from '../../../shop/catalog/tire/tire.ts';
import type { Locale } from '../../../shop/locale.ts';
import { loadLabelMessages } from '../../client/load-page.ts';
import { opensElsewhere } from '../links.tsx';

export type LabelDialogProps = { tire: Product; onClose: () => void };

type OpenLabel = { tire: Product; LabelDialog: ComponentType<LabelDialogProps> };

export const useOpenLabel = create<{ opened: OpenLabel | null }>(() => ({ opened: null }));

/** Opens the label in a dialog. With a modifier key, and if the dialog cannot be loaded, the link opens as usual. */
export function showLabel(event: MouseEvent<HTMLAnchorElement>, tire: Product, locale: Locale): void {
  if (opensElsewhere(event)) return;
  event.preventDefault();
  const link = event.currentTarget;
  // Safari does not focus a clicked link, but the dialog must return the focus to it.
  link.focus({ preventScroll: true });
  // The visitor may have opened another page meanwhile, which does not have the link.
  Promise.all([import('./label-dialog.tsx'), loadLabelMessages(locale)]).then(
    ([{ LabelDialog }]) => link.isConnected && useOpenLabel.setState({ opened: { tire, LabelDialog } }),
    () => link.isConnected && location.assign(link.href),
  );
}
