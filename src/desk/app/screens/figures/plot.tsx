const width = 720;
const height = 200;
const gap = 2;

/** Draws bars from zero, up or down. A table beside the plot must have the same figures, for screen readers. */
export function Plot({ title, points }: { title: string; points: readonly { key: string; value: number }[] }) {
  const maxValue = Math.max(1, ...points.map(({ value }) => value));
  const minValue = Math.min(0, ...points.map(({ value }) => value));
  const step = width / Math.max(1, points.length);
  const y = (value: number) => ((maxValue - value) / (maxValue - minValue)) * height;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" className="h-auto w-full text-ink">
      <title>{title}</title>
      <line x1="0" x2={width} y1={y(0)} y2={y(0)} className="stroke-edge" />
      {points.map(({ key, value }, index) => (
        <rect
          key={key}
          x={index * step + gap / 2}
          y={Math.min(y(0), y(value))}
          width={Math.max(1, step - gap)}
          height={Math.abs(y(0) - y(value))}
          className="fill-signal-deep"
        />
      ))}
    </svg>
  );
}
