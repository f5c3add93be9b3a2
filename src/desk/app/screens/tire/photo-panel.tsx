import type { DeskTire } from '../../../../shop/desk/tire.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { FileUpload } from '../../ui/file-upload.tsx';
import { Panel } from '../../ui/parts.tsx';

type Props = { tireId: string; photos: NonNullable<DeskTire['photos']> };

/** The photographs of the tire's model, for the owner: upload and removal. */
export function PhotoPanel({ tireId, photos }: Props) {
  const t = useTexts('tire');
  return (
    <Panel title={t('photos')}>
      {photos.map(({ id, photo, licence }) => (
        <p key={id} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2">
          <img src={`/api/photos/${photo}`} alt="" width="96" height="96" />
          {licence}
          <ActButton act="remove-photo" fields={{ id }} label={t('removePhoto')} look="danger" />
        </p>
      ))}
      <FileUpload
        to={() => `/api/photos?tire=${encodeURIComponent(tireId)}`}
        accept={['image/*']}
        label={t('addPhoto')}
      />
    </Panel>
  );
}
