import { join } from 'node:path';
import { builtReader } from '../../api/bounded-reader';

/** The built file of a reader of the sandbox. @param thread its name in `dist` */
export function readerFile(thread: string): string {
	return builtReader(thread, [__dirname, join(__dirname, '../dist')]);
}
