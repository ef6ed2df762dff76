import { closeSync, openSync, writeSync } from 'node:fs';
import { MOST_BYTES, SourceError } from '../rows/read-item';

/** A row of a table stands in its line twice: as fields and as cells. */
const MOST_WRITTEN = 2 * MOST_BYTES;
/** Text that is written at once. Characters. */
const PIECE = 256 * 1024;

/** Writes what a reader found as lines of JSON, in the reader's own process. */
export class JsonLines {
	readonly #file: number;
	#written = 0;
	#piece: string[] = [];
	#length = 0;

	constructor(path: string) {
		this.#file = openSync(path, 'wx', 0o600);
	}

	/** @throws SourceError if all lines together are larger than any set: a workbook can repeat one text in every cell */
	write(value: object | string | null): void {
		const line = `${JSON.stringify(value)}\n`;
		this.#piece.push(line);
		this.#length += line.length;
		if (this.#length > PIECE) this.#flush();
	}

	end(): void {
		this.#flush();
		closeSync(this.#file);
	}

	#flush(): void {
		this.#written += writeSync(this.#file, this.#piece.join(''));
		this.#piece = [];
		this.#length = 0;
		if (this.#written > MOST_WRITTEN)
			throw new SourceError(`gives more than ${MOST_WRITTEN / 1024 / 1024} MB of rows. Split it into several sets`);
	}
}
