import { asyncBufferFromFile, parquetMetadataAsync, parquetRead, parquetSchema } from 'hyparquet';

/**
 * The texts of all cells of a Parquet file, each on a line of its own. The file stores them compressed, so that a text
 * is not in its bytes. The memory is that of one column of a row group.
 * @param name of the file, on this machine
 * @throws if it is no Parquet file, or is compressed by a method other than Snappy
 */
export async function* parquetText(name: string): AsyncGenerator<Buffer> {
	const file = await asyncBufferFromFile(name);
	const metadata = await parquetMetadataAsync(file);
	const columns = parquetSchema(metadata).children.map(({ element }) => element.name);
	let rowStart = 0;
	for (const { num_rows: rows } of metadata.row_groups) {
		const rowEnd = rowStart + Number(rows);
		for (const column of columns) {
			const cells: string[] = [];
			await parquetRead({
				file,
				metadata,
				columns: [column],
				rowStart,
				rowEnd,
				onChunk: ({ columnData }) => {
					for (const cell of columnData) if (typeof cell === 'string') cells.push(cell);
				},
			});
			yield Buffer.from(`${cells.join('\n')}\n`);
		}
		rowStart = rowEnd;
	}
}
