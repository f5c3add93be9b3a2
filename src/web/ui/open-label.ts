import type { ComponentType, MouseEvent } from 'react';
import { create } from 'zustand';
import type { Product } from '../../shop/catalog/tire.ts';
import type { Locale } from '../../shop/locale.ts';
import { loadLabelWords } from '../build/messages.ts';

export type LabelDialogProps = { tire: Product; onClose: () => void };

type Opened = { tire: Product; LabelDialog: ComponentType<LabelDialogProps> };

/** The label that is open; one dialog of the page shows it. */
export const useOpenLabel = create<{ opened: Opened | null }>(() => ({ opened: null }));

/**
 * Opens a label over the page. The dialog and its words are fetched when the first one is opened; where they cannot be had,
 * and where the visitor asks for a new tab, the link does what a link does.
 */
export function showLabel(event: MouseEvent<HTMLAnchorElement>, tire: Product, locale: Locale): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const link = event.currentTarget;
  // Not every browser moves the focus to a link that is clicked; the dialog gives it back to where it was.
  link.focus({ preventScroll: true });
  Promise.all([import('./label-dialog.tsx'), loadLabelWords(locale)]).then(
    ([{ LabelDialog }]) => useOpenLabel.setState({ opened: { tire, LabelDialog } }),
    () => location.assign(link.href),
  );
}
