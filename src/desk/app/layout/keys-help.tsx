import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTexts } from '../client/texts.tsx';
import { Button } from '../ui/button.tsx';
import { navigationEntries } from './navigation.ts';

export default function KeysHelp({ onClose }: { onClose: () => void }) {
  const t = useTexts('keys');
  const entryName = useTexts('places');
  const keys: [string, string][] = [
    ['/', t('search')],
    ['Ctrl+Enter', t('primary')],
    ['j k', t('rows')],
    ['Enter', t('open')],
    ['Esc', t('back')],
    ...navigationEntries.flatMap(({ key, name }): [string, string][] => (key ? [[`g ${key}`, entryName(name)]] : [])),
  ];
  return (
    <ModalOverlay
      isOpen
      onOpenChange={onClose}
      isDismissable
      className="fixed inset-0 z-20 grid place-items-center bg-black/50 p-4"
    >
      <Modal className="max-h-full overflow-auto rounded-lg bg-sheet p-6">
        <Dialog className="grid gap-4">
          <Heading slot="title" className="text-l font-semibold">
            {t('title')}
          </Heading>
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
            {keys.map(([key, text]) => (
              <div key={key} className="contents">
                <dt>
                  <kbd className="rounded-sm border border-edge px-2">{key}</kbd>
                </dt>
                <dd className="m-0">{text}</dd>
              </div>
            ))}
          </dl>
          <Button slot="close">{t('close')}</Button>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
