import type { Product } from '../../../shop/catalog/tire.ts';
import { FullSize } from '../../ui/full-size.tsx';
import { TireMarks } from '../../ui/tire-marks.tsx';
import { TirePicture } from '../../ui/tire-picture.tsx';
import { useTranslations } from '../../words.tsx';

/** Picture, name and size, and what it is at a glance. */
export function TireHead({ tire }: { tire: Product }) {
  const season = useTranslations('season');
  return (
    <header className="relative sm:grid sm:grid-cols-[auto_minmax(0,1fr)] sm:items-center sm:gap-x-8 lg:col-start-1">
      <TirePicture
        tire={tire}
        size={192}
        eager
        className="absolute start-0 top-0 max-w-22 sm:static sm:w-48 sm:max-w-none"
      />
      <div className="min-w-0">
        <h1>
          {/* Beside the picture, which on a phone stands above the size. */}
          <span className="flex min-h-22 flex-col justify-center ps-26 text-l sm:block sm:min-h-0 sm:ps-0 sm:text-xl">
            {tire.manufacturer.label} <strong className="font-bold">{tire.model}</strong>
          </span>
          <span className="tabular mt-2 block text-3xl font-bold tracking-tight">
            <FullSize tire={tire} />
          </span>
        </h1>
        <p className="mt-2 flex flex-wrap gap-x-4 text-quiet">
          <span>{season(tire.season)}</span>
          <TireMarks marks={tire.marks} />
        </p>
      </div>
    </header>
  );
}
