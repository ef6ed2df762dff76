import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { inForm } from '../../../../workflows/task/field-form';
import type { Destination, Page } from '../../destination';
import { destinationKind, editableKind } from '../../kind';

const path = z.string().min(1, 'is empty').describe('The folder that gets the leads').meta(inForm('Folder'));

/** The least that a destination is: a file of addresses. A test lists it and writes to it. */
export const folder = destinationKind({
	title: 'folder',
	settings: z.strictObject({ type: z.literal('folder'), path }),
	open: (name, settings) => folderDestination(name, settings.path),
	secrets: [],
	httpAddress: null,
	editable: editableKind({
		settings: z.strictObject({ path }),
		shown: z.object({ path: z.string() }),
		open: (name, settings) => folderDestination(name, settings.path),
	}),
});

/** The addresses of the leads that a folder has got. */
export async function addressesIn(at: string): Promise<string[]> {
	return (await readFile(fileIn(at), 'utf8')).split('\n').filter((line) => line !== '');
}

function fileIn(at: string): string {
	return join(at, 'leads.txt');
}

function folderDestination(name: string, at: string): Destination {
	const writePage = async ({ leads }: Pick<Page, 'leads'>) => {
		await appendFile(fileIn(at), leads.map(({ email }) => `${email}\n`).join(''));
		return { written: leads.length, refused: [] };
	};
	const proven = { proven: true, detail: `${at} can be written.` };
	return {
		name,
		type: 'folder',
		target: at,
		mapping: [{ field: 'line', source: 'email' }],
		writePage,
		preview: (_of, { email }) => ({ values: { line: email }, refusal: null }),
		mappingProblems: () => Promise.resolve([]),
		check: () => appendFile(fileIn(at), ''),
		probe: () => appendFile(fileIn(at), '').then(() => proven),
		writeLead: (_of, lead) => writePage({ leads: [lead] }),
		close: () => Promise.resolve(),
	};
}
