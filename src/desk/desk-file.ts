export class DeskFile {
  readonly content: Buffer | string;
  readonly type: string;
  readonly name: string;
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
