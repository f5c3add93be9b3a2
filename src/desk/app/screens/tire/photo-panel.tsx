import type { DeskTire } from '../../../../shop/desk/tire.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { FileUpload } from '../../ui/file-upload.tsx';
import { useFormat } from '../../ui/format.ts';
import { Panel } from '../../ui/parts.tsx';

type Photo = NonNullable<DeskTire['photos']>[number];
type Props = { tireId: string; photos: Photo[]; pin: DeskTire['picturePin'] };

export function PhotoPanel({ tireId, photos, pin }: Props) {
  const t = useTexts('tire');
  const { time, actorName } = useFormat();
  return (
    <Panel title={t('photos')}>
      <p className="pb-2 text-s text-quiet">{t('photoHint')}</p>
      {photos.map((photo) => (
        <PhotoRow key={photo.id} photo={photo} />
      ))}
      {pin && (
        <p className="border-t border-line py-2">
          {t(pin.shows === 'photograph' ? 'photoPinned' : 'drawingPinned', {
            actor: actorName(pin.by),
            time: time(pin.at),
          })}
        </p>
      )}
      <div className="flex flex-wrap gap-2 border-t border-line py-2">
        {pin && <ActButton act="unpin-picture" fields={{ tire: tireId }} label={t('unpinPicture')} />}
        {!pin && photos.length > 0 && (
          <ActButton act="pin-picture" fields={{ tire: tireId, drawing: false }} label={t('pinPhoto')} />
        )}
        {pin?.shows !== 'drawing' && (
          <ActButton act="pin-picture" fields={{ tire: tireId, drawing: true }} label={t('pinDrawing')} />
        )}
      </div>
      <div className="grid justify-items-start gap-2">
        <FileUpload
          uploadPath={() => `/api/photos?tire=${encodeURIComponent(tireId)}`}
          // For these types a phone converts its HEIC photographs; for image/* it would not.
          accept={['image/jpeg', 'image/png', 'image/webp']}
          label={t('addPhoto')}
          busyLabel={t('sendingPhoto')}
        />
      </div>
    </Panel>
  );
}

function PhotoRow({
  photo: { id, photo: fileId, source, supplier, licence, until, added_at, added_by },
}: {
  photo: Photo;
}) {
  const t = useTexts('tire');
  const { time, fullDay, actorName } = useFormat();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-2">
      <img src={`/api/photos/${fileId}`} alt="" width="96" height="96" className="rounded-md bg-white" />
      <div className="min-w-40 flex-1">
        <p className="font-semibold">{source === 'supplier' ? supplier : t(`photoSource.${source}`)}</p>
        <p className="text-s text-quiet">
          {source === 'own' ? `${actorName(added_by)}, ${time(added_at)}` : licence}
          {until && ` · ${t('photoUntil', { day: fullDay(until) })}`}
        </p>
      </div>
      <ActButton act="remove-photo" fields={{ id }} label={t('removePhoto')} look="danger" />
    </div>
  );
}
