import { createReadStream, createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { harmlessCell } from '../storage/lead-files/harmless-cell';
import { workbookText } from '../storage/lead-files/xlsx/workbook-text';
import { Mention } from './mention';
import type { Search } from './search';

/** Whether the file of an export names the person. @param name by which its format is known */
export async function isInFile(search: Search, name: string, content: Readable): Promise<boolean> {
	const { email } = search.person;
	if (name.endsWith('.xlsx')) return isInCopy(search, content, [email.replaceAll('&', '&amp;')], workbookText);
	// A CSV file may have apostrophes amid an address, which is not at the beginning of its cell for certain.
	const inCell = harmlessCell(`x${email}`).slice(1);
	if (inCell !== email) return isInCopy(search, content, [email, inCell], createReadStream);
	return search.mention.isInStream(content).finally(() => content.destroy());
}

/** Reads a file once for each form of the address. A workbook is an archive, which is read from its end. */
async function isInCopy(
	{ blobs }: Search,
	content: Readable,
	forms: readonly string[],
	textOf: (file: string) => AsyncIterable<Uint8Array>,
): Promise<boolean> {
	const draft = await blobs.store.draft();
	try {
		await pipeline(content, createWriteStream(draft.file));
		for (const form of forms) if (await new Mention(form).isInStream(textOf(draft.file))) return true;
		return false;
	} finally {
		await draft.discard();
	}
}
