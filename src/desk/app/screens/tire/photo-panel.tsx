import { useQueryClient } from '@tanstack/react-query';
import type { DeskTire } from '../../../../shop/desk/tire.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { FileUpload } from '../../ui/file-upload.tsx';
import { Panel } from '../../ui/parts.tsx';

type Props = { tireId: string; photos: NonNullable<DeskTire['photos']> };

/** The photographs of the tire's model, for the owner: upload and removal. */
export function PhotoPanel({ tireId, photos }: Props) {
  const t = useTexts('photos');
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: ['screen', `/api/tires/${encodeURIComponent(tireId)}`] });
  return (
    <Panel title={t('title')}>
      <ul>
        {photos.map((photo) => (
          <li
            key={photo.id}
            className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2 first:border-t-0"
          >
            <img src={`/api/photos/${photo.photo}`} alt="" width="96" height="96" />
            <span>{photo.licence}</span>
            <ActButton
              act="remove-photo"
              fields={{ id: photo.id }}
              label={t('remove')}
              look="danger"
              onDone={() => void reload()}
            />
          </li>
        ))}
      </ul>
      <FileUpload
        to={() => `/api/photos?${new URLSearchParams({ tire: tireId })}`}
        accept={['image/*']}
        label={t('choose')}
        onAnswer={() => void reload()}
      />
    </Panel>
  );
}
