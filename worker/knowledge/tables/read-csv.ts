import type { Source } from '../sources/source';
import { type CsvOptions, openCsv } from './csv-table';
import { type ReadableTable, readTable, type TableOptions } from './read-table';

/**
 * A CSV file of which is known what its columns mean.
 * @throws SourceError if it is no table, or its titles are not clear
 */
export async function readCsv(source: Source, options: CsvOptions & TableOptions = {}): Promise<ReadableTable> {
	return readTable(await openCsv(source, options), options);
}
