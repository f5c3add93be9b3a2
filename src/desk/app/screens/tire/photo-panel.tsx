import type { DeskTire } from '../../../../shop/desk/tire.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { FileUpload } from '../../ui/file-upload.tsx';
import { useFormat } from '../../ui/format.ts';
import { Panel } from '../../ui/parts.tsx';

type Props = { tireId: string; photos: NonNullable<DeskTire['photos']>; pin: DeskTire['pin'] };

export function PhotoPanel({ tireId, photos, pin }: Props) {
  const t = useTexts('tire');
  const { time, actor } = useFormat();
  return (
    <Panel title={t('photos')}>
      {photos.map(({ id, photo, licence }) => (
        <p key={id} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2">
          <img src={`/api/photos/${photo}`} alt="" width="96" height="96" />
          {licence}
          <ActButton act="remove-photo" fields={{ id }} label={t('removePhoto')} look="danger" />
        </p>
      ))}
      {pin && (
        <p className="border-t border-line py-2">
          {t(pin.shows === 'photograph' ? 'photoPinned' : 'drawingPinned', {
            actor: actor(pin.by),
            time: time(pin.at),
          })}
        </p>
      )}
      <div className="flex flex-wrap gap-2 pb-2">
        {pin && <ActButton act="unpin-picture" fields={{ tire: tireId }} label={t('unpinPicture')} />}
        {!pin && photos.length > 0 && (
          <ActButton act="pin-picture" fields={{ tire: tireId, drawing: false }} label={t('pinPhoto')} />
        )}
        {pin?.shows !== 'drawing' && (
          <ActButton act="pin-picture" fields={{ tire: tireId, drawing: true }} label={t('pinDrawing')} />
        )}
      </div>
      <FileUpload
        to={() => `/api/photos?tire=${encodeURIComponent(tireId)}`}
        accept={['image/*']}
        label={t('addPhoto')}
      />
    </Panel>
  );
}
