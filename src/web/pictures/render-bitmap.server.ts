import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** In the build this module is in `build/server/assets`. */
const program = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? 'svg-to-png.ts' : '../svg-to-png.js');

const timeoutMs = 30_000;

/** Renders in a child process, so that resvg's memory is freed (docs/decisions/2026-11-23-one-http-layer.md). */
export async function renderBitmap(svg: string): Promise<Buffer> {
  const drawing = promisify(execFile)(process.execPath, [program], { encoding: 'buffer', timeout: timeoutMs });
  // Writing fails when the process has ended early; its exit code rejects the call.
  drawing.child.stdin?.on('error', () => {}).end(svg);
  return (await drawing).stdout;
}
