/** Segments, timeline histories, and labels of base backups. */
const archivedFileName = /^[0-9A-F]{8}(\.history|[0-9A-F]{16}(\.partial|\.[0-9A-F]{8}\.backup)?)$/;
const segmentName = /^[0-9A-F]{24}$/;
const historyName = /^([0-9A-F]{8})\.history$/;

export function isWalName(name: string): boolean {
  return archivedFileName.test(name);
}

export function isSegment(name: string): boolean {
  return segmentName.test(name);
}

/** Returns the position in the WAL without the timeline, so that positions of all timelines can be compared. */
export function walPositionOf(name: string): string {
  return name.slice(8, 24);
}

export function timelineOf(name: string): number {
  return Number.parseInt(name.slice(0, 8), 16);
}

/** Returns the timeline of a history file, or null for other names. */
export function timelineOfHistory(name: string): number | null {
  const [, timeline] = historyName.exec(name) ?? [];
  return timeline === undefined ? null : Number.parseInt(timeline, 16);
}

export function historyFileName(timeline: number): string {
  return `${hex(timeline)}.history`;
}

const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');

/** Returns an LSN such as `0/5000028` as a number of bytes. */
export function bytesOfLsn(lsn: string): bigint {
  const [high = '', low = ''] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

export type TimelineStart = { timeline: number; startLsn: bigint };

/** Returns a timeline and its ancestors, oldest first. `history`: its history file, empty for the first. */
export function lineageOf(timeline: number, history: string): TimelineStart[] {
  const lineage: TimelineStart[] = [];
  let startLsn = 0n;
  for (const line of history.split('\n')) {
    const [, ancestor, end] = /^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/i.exec(line) ?? [];
    if (ancestor === undefined || end === undefined) continue;
    lineage.push({ timeline: Number(ancestor), startLsn });
    startLsn = bytesOfLsn(end);
  }
  return [...lineage, { timeline, startLsn }];
}

/** Returns whether the newest timeline includes `lsn` of `timeline`: no later timeline branched off before it. */
export function isInLineage(lineage: readonly TimelineStart[], timeline: number, lsn: bigint): boolean {
  const index = lineage.findIndex((start) => start.timeline === timeline);
  const next = lineage[index + 1];
  return index >= 0 && (next === undefined || lsn <= next.startLsn);
}

/** Returns the missing names from `start` to the last segment of the lineage. A segment in which a timeline begins belongs to that timeline. */
export function missingSegments(
  names: ReadonlySet<string>,
  { start, lineage, segmentBytes }: { start: string; lineage: readonly TimelineStart[]; segmentBytes: number },
): string[] {
  const segmentsPerLogId = 2 ** 32 / segmentBytes;
  const numberOf = (name: string) =>
    Number.parseInt(name.slice(8, 16), 16) * segmentsPerLogId + Number.parseInt(name.slice(16, 24), 16);
  const nameInLineage = (number: number) => {
    const endLsn = BigInt(number + 1) * BigInt(segmentBytes);
    const { timeline } = lineage.findLast(({ startLsn }) => startLsn < endLsn) ?? { timeline: timelineOf(start) };
    return `${hex(timeline)}${hex(Math.floor(number / segmentsPerLogId))}${hex(number % segmentsPerLogId)}`;
  };
  const numbersInLineage = [...names]
    .filter(isSegment)
    .map(numberOf)
    .filter((number) => names.has(nameInLineage(number)));
  const lastNumber = numbersInLineage.reduce((last, number) => Math.max(last, number), -1);
  const missing: string[] = [];
  for (let number = numberOf(start); number <= lastNumber; number += 1) {
    const name = nameInLineage(number);
    if (!names.has(name)) missing.push(name);
  }
  return missing;
}
