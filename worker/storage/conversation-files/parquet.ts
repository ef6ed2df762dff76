import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Cell } from '../tables/csv-dialect';
import { type Rows, rowsOf, TITLES } from './rows';
import type { Listed } from './stored-lines';

/** A row group is whole in memory, and so it is for a reader. */
const ROWS_OF_GROUP = 20_000;
/** Characters of its texts. */
const CHARACTERS_OF_GROUP = 8 * 1024 * 1024;
/** Of the smallest and largest text of a column, which readers use to skip row groups. */
const LONGEST_STATISTIC = 64;

/** The number of a message in its conversation; all other columns are text. */
const NUMBERS: ReadonlySet<string> = new Set(['message']);

const SCHEMA: ConstructorParameters<typeof ParquetWriter>[0]['schema'] = [
	{ name: 'conversations', num_children: TITLES.length },
	...TITLES.map((name) =>
		NUMBERS.has(name)
			? ({ name, type: 'INT32', repetition_type: 'OPTIONAL' } as const)
			: ({ name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' } as const),
	),
];

/**
 * The bytes of a Parquet file with the columns of CSV (https://parquet.apache.org/docs/file-format/). An empty cell is
 * null. The memory is that of one row group.
 * @param onRows called once for each conversation
 */
export async function* parquetOf(
	conversations: AsyncIterable<Listed>,
	onRows: (listed: Listed, rows: Rows) => void,
): AsyncGenerator<Buffer> {
	const file = new ParquetFile();
	for await (const listed of conversations) {
		const rows = rowsOf(listed);
		onRows(listed, rows);
		file.add(rows.cells);
		if (file.isGroupFull) yield file.group();
	}
	yield file.end();
}

class ParquetFile {
	readonly #bytes = new ByteWriter();
	readonly #file = new ParquetWriter({
		writer: this.#bytes,
		schema: SCHEMA,
		statisticsTruncateLength: LONGEST_STATISTIC,
		createdBy: 'agent-knowledge',
	});
	#columns = emptyColumns();
	#characters = 0;

	add(rows: readonly Cell[][]): void {
		for (const row of rows) {
			for (const [place, cell] of row.entries()) {
				this.#columns[place]?.push(cell === '' ? null : cell);
				if (typeof cell === 'string') this.#characters += cell.length;
			}
		}
	}

	get isGroupFull(): boolean {
		return this.#rows >= ROWS_OF_GROUP || this.#characters >= CHARACTERS_OF_GROUP;
	}

	/** The bytes up to the end of a row group with all rows that were added. */
	group(): Buffer {
		const columnData = TITLES.map((name, place) => ({ name, data: this.#columns[place] ?? [] }));
		// It returns a promise only for a writer that does, which this one does not.
		if (this.#rows > 0) void this.#file.write({ columnData, rowGroupSize: this.#rows });
		this.#columns = emptyColumns();
		this.#characters = 0;
		return this.#take();
	}

	/** The rest of the file. */
	end(): Buffer {
		const last = this.group();
		void this.#file.finish();
		return Buffer.concat([last, this.#take()]);
	}

	get #rows(): number {
		return this.#columns[0]?.length ?? 0;
	}

	/** Takes the bytes out of the writer, which goes on counting from where it is. */
	#take(): Buffer {
		const taken = Buffer.from(this.#bytes.getBytes());
		this.#bytes.index = 0;
		return taken;
	}
}

function emptyColumns(): Array<Array<Cell | null>> {
	return TITLES.map(() => []);
}
