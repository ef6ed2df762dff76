import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { workbookText } from '../lead-files/xlsx/workbook-text';
import { Mention } from './mention';
import type { Search } from './search';

/** Whether the file of an export names the person. @param name by which its format is known */
export async function isInFile(search: Search, name: string, content: Readable): Promise<boolean> {
	if (name.endsWith('.xlsx')) return isInWorkbook(search, content);
	return search.mention.isInStream(content).finally(() => content.destroy());
}

/** A workbook is an archive, which is read from its end, so it has to be a file of this machine. */
async function isInWorkbook({ person, blobs }: Search, content: Readable): Promise<boolean> {
	const draft = await blobs.store.draft();
	try {
		await pipeline(content, createWriteStream(draft.file));
		const written = new Mention(person.email.replaceAll('&', '&amp;'));
		return await written.isInStream(workbookText(draft.file));
	} finally {
		await draft.discard();
	}
}
