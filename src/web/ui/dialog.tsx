import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { cross, Icon } from './icons.tsx';

type Props = {
  id: string;
  title: string;
  onOpen?: () => void;
  onClose?: () => void;
  children: ReactNode;
};

export function Dialog({ id, title, onOpen, onClose, children }: Props) {
  const t = useTranslations('dialog');
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    const notifyIfOpen = () => element?.open && onOpen?.();
    // The dialog may be open before hydration. React does not listen for `toggle` on a server-rendered dialog.
    notifyIfOpen();
    element?.addEventListener('toggle', notifyIfOpen);
    return () => element?.removeEventListener('toggle', notifyIfOpen);
  }, [onOpen]);

  return (
    <dialog
      ref={dialog}
      id={id}
      closedby="any"
      onClose={onClose}
      aria-labelledby={`${id}-title`}
      className="m-auto w-[min(26rem,calc(100vw-2rem))] rounded-sm border border-line bg-sheet p-6 text-ink backdrop:bg-black/50"
    >
      <div className="mb-3 flex items-start justify-between gap-4">
        <h2 id={`${id}-title`} className="text-xl font-semibold">
          {title}
        </h2>
        <button
          type="button"
          className="-me-3 -mt-2 grid size-11 place-items-center"
          aria-label={t('close')}
          onClick={(event) => event.currentTarget.closest('dialog')?.close()}
        >
          <Icon shape={cross} size={20} />
        </button>
      </div>
      {children}
    </dialog>
  );
}

/** Returns props for a button that opens the dialog. In browsers with invoker commands, it needs no script. */
export function dialogButtonProps(id: string) {
  return { onClick: () => openDialog(id), command: 'show-modal', commandfor: id };
}

export function openDialog(id: string): void {
  const dialog = document.getElementById(id);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}
