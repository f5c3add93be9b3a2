import { Dialog, opensDialog } from '../../ui/dialog.tsx';
import { focusHeading } from '../../ui/focus-heading.ts';
import { useTranslations } from '../../words.tsx';
import type { OrderActs } from './use-order-acts.ts';

const dialog = 'cancel-order';
const close = () => document.querySelector<HTMLDialogElement>(`#${dialog}`)?.close();

/** Cancels the order, after asking once. */
export function CancelOrder({ acts }: { acts: OrderActs }) {
  const t = useTranslations('success.cancel');

  async function cancel() {
    await acts.cancel();
    close();
    focusHeading();
  }

  return (
    <div>
      <button type="button" className="inline-flex min-h-11 items-center underline" {...opensDialog(dialog)}>
        {t('open')}
      </button>
      <Dialog id={dialog} title={t('title')}>
        <p>{t('text')}</p>
        <p className="mt-5 flex flex-wrap gap-3">
          <button type="button" disabled={acts.busy} className="button" onClick={() => void cancel()}>
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
