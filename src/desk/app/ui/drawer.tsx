import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTexts } from '../client/texts.tsx';
import { Button } from './button.tsx';

type Props = { title: string; onClose: () => void; children?: ReactNode };

export function Drawer({ title, onClose, children }: Props) {
  const t = useTexts('keys');
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={onClose}
      className="fixed inset-0 z-20 flex justify-end bg-black/50"
    >
      <Modal className="h-full w-full max-w-lg overflow-auto bg-sheet">
        <Dialog className="grid content-start gap-4 p-4 pb-10 outline-none md:p-6">
          <div className="flex items-start justify-between gap-3">
            <Heading slot="title" className="min-w-0 text-l font-semibold wrap-anywhere">
              {title}
            </Heading>
            <div className="shrink-0">
              <Button slot="close">{t('close')}</Button>
            </div>
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
