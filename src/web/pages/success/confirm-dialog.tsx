import { Dialog, dialogButtonProps } from '../../ui/dialog.tsx';

type Props = {
  id: string;
  texts: { open: string; title: string; text: string; yes: string; no: string };
  isBusy: boolean;
  /** `close` returns the focus to the button that opened the dialog. */
  onConfirm: (close: () => void) => Promise<void>;
};

export function ConfirmDialog({ id, texts, isBusy, onConfirm }: Props) {
  const close = () => document.querySelector<HTMLDialogElement>(`#${id}`)?.close();
  return (
    <div>
      <button type="button" className="inline-flex min-h-11 items-center underline" {...dialogButtonProps(id)}>
        {texts.open}
      </button>
      <Dialog id={id} title={texts.title}>
        <p>{texts.text}</p>
        <p className="mt-5 flex flex-wrap gap-3">
          <button type="button" disabled={isBusy} className="button" onClick={() => void onConfirm(close)}>
            {texts.yes}
          </button>
          <button type="button" className="button" onClick={close}>
            {texts.no}
          </button>
        </p>
      </Dialog>
    </div>
  );
}
