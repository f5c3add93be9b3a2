import { useTranslations } from 'use-intl';
import { Dialog, dialogButtonProps } from '../../ui/dialog.tsx';

type Props = {
  id: string;
  /** Of the messages `open`, `title`, `text`, `yes` and `no`. */
  namespace: 'success.cancel' | 'success.change' | 'success.delay.cancel' | 'fittingTime.cancel';
  isBusy: boolean;
  /** `close` returns the focus to the button that opened the dialog. */
  onConfirm: (close: () => void) => Promise<void>;
};

export function ConfirmDialog({ id, namespace, isBusy, onConfirm }: Props) {
  const t = useTranslations(namespace);
  const close = () => document.querySelector<HTMLDialogElement>(`#${id}`)?.close();
  return (
    <div>
      <button type="button" className="inline-flex min-h-11 items-center underline" {...dialogButtonProps(id)}>
        {t('open')}
      </button>
      <Dialog id={id} title={t('title')}>
        <p>{t('text')}</p>
        <p className="mt-5 flex flex-wrap gap-3">
          <button type="button" disabled={isBusy} className="button" onClick={() => void onConfirm(close)}>
            {t('yes')}
          </button>
          <button type="button" className="button" onClick={close}>
            {t('no')}
          </button>
        </p>
      </Dialog>
    </div>
  );
}
