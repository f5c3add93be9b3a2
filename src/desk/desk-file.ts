export class DeskFile {
  readonly content: Buffer | string;
  readonly type: string;
  readonly name: string;
  /** True: the browser shows the file; false: the browser downloads it. */
  readonly inline: boolean;

  constructor(
    content: Buffer | string,
    { type, name, inline = false }: { type: string; name: string; inline?: boolean },
  ) {
    this.content = content;
    this.type = type;
    this.name = name;
    this.inline = inline;
  }
}
